//! The `renju` program: parse, run, exit code.

mod cli;

fn main() -> cli::Exit {
    cli::main()
}
