# What people type here, by https://just.systems: `just --list`. Nothing needs it; each recipe is one command.

set positional-arguments

# List the recipes
@_default:
    just --list

# Build the program, optimised: target/release/renju
build *ARGS:
    cargo build --locked --release "$@"

# Run all tests, or those of a crate: just test -p renju-core
test *ARGS:
    cargo test --locked "$@"

# Check what must hold before each commit, in a few minutes
quick:
    bash .ci/quick

# Check everything that a change must pass
ci:
    bash .ci/run

# Run all benchmarks, or one: just bench --bench search
bench *ARGS:
    cargo bench --locked "$@"

# Run fuzz targets for FUZZ_SECONDS (30) each, all if none is named: just fuzz sgf
fuzz *TARGETS:
    bash .ci/fuzz "$@"

# Look for changes of a layer that no test notices: rule, pattern, forbidden or threat
mutants LAYER *ARGS:
    bash .ci/mutants "$@"

# Write anew what is generated: schemas, tables and sessions. Look at the difference before you commit it
goldens:
    UPDATE_SCHEMAS=1 cargo test --locked -p renju --bins schema
    RENJU_WRITE_TABLES=1 cargo test --locked -p renju --test library
    TRYCMD=overwrite cargo test --locked -p renju --test cli

# Build the documentation of all crates: just doc --open
doc *ARGS:
    cargo doc --locked --workspace --no-deps "$@"

# Run the program: just run forbidden positions/forbidden/near.txt --at K12
run *ARGS:
    cargo run --locked --release -- "$@"
