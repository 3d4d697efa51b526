//! The `renju` program: parse, run, exit code.

use renju::cli::{self, Exit};

fn main() -> Exit {
    cli::main()
}
