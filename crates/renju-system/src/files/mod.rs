//! Files that are read, and that are written: whole, or from their beginning on, and never in the place
//! of another file.
//!
//! Everything that the program does to a file goes through [`DiskFile`] and the functions of `disk`: no
//! other module opens a file, gives it a name or takes one away
//! (`tests/house/one_place.rs`). A [`NewFile`] is written beside its name and gets that once it is whole
//! and on the disk: whenever the program ends, there is the old file or the whole new one. What grows
//! for hours, such as the lines of a run, is a [`GrowingFile`], which is locked while it is written.
//! Neither takes the place of a file that holds something, unless [`Overwrite`] allows it.

mod disk;
mod growing_file;
mod new_file;
mod overwrite;
mod stdout;
mod whole_file;

pub use disk::{DiskFile, create_folders, is_same_place, is_special, remove, remove_folder};
pub use growing_file::GrowingFile;
pub use new_file::{NewFile, remove_unfinished};
pub use overwrite::Overwrite;
pub use stdout::{Stdout, stdout};
pub use whole_file::read_file;
pub use whole_file::{content_of, read_text};
