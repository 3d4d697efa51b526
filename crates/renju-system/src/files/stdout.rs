//! Standard output as a writer that tests can make fail, as a full disk or a closed pipe does.

use std::io::{self, Write};

use crate::fault;

/// Standard output, as [`stdout`] has it.
#[derive(Debug)]
pub struct Stdout(io::Stdout);

/// Standard output, which the system may refuse as it may a file: its reader may be gone, or its disk
/// full.
pub fn stdout() -> Stdout {
    Stdout(io::stdout())
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        fault::check("print")?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
