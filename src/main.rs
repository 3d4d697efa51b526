//! The `renju` program.
fn main() {}
