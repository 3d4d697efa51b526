//! The start of a thread, which the system may refuse.
//!
//! `std::thread::spawn` and `Scope::spawn` panic then. Here it is an error, also where a thread could be
//! started but would find no memory: what it takes first, such as its own data and a stack for signals,
//! ends the program where it is missing.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

use thiserror::Error;

use crate::{fault, memory};

/// The stack of a thread in bytes, which is that of the standard library.
const STACK: usize = 2 << 20;

/// Starts a thread with a name, which a debugger and a panic show.
///
/// # Errors
///
/// If the system has no thread, or no memory for one.
pub fn start<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    let (work, is_settled) = settling(work);
    let started = builder(name)?
        .spawn(work)
        .map_err(|error| refused(&error))?;
    let _ = is_settled.recv();
    Ok(started)
}

/// Starts a thread of a scope, as [`start`] does.
///
/// # Errors
///
/// If the system has no thread, or no memory for one.
pub fn start_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &str,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    let (work, is_settled) = settling(work);
    let started = builder(name)?
        .spawn_scoped(scope, work)
        .map_err(|error| refused(&error))?;
    let _ = is_settled.recv();
    Ok(started)
}

/// Starts `count` threads of a scope, or as many as the system has to give; `work` makes what each does
/// of its number, from 0.
///
/// # Errors
///
/// If there is not one.
pub fn start_some<'scope, W: FnOnce() + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &str,
    count: usize,
    mut work: impl FnMut(usize) -> W,
) -> io::Result<Vec<ScopedJoinHandle<'scope, ()>>> {
    let mut started = vec![start_scoped(scope, name, work(0))?];
    let further = (1..count).map_while(|number| start_scoped(scope, name, work(number)).ok());
    started.extend(further);
    Ok(started)
}

/// Works on this thread, and on others until there are `count`, or as many as the system has to give.
pub fn share(count: usize, name: &str, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 1..count {
            if start_scoped(scope, name, &work).is_err() {
                break;
            }
        }
        work();
    });
}

/// Work that first takes some memory, and a channel that ends then: the allocator may take 64 MiB for a
/// thread at once, and the next check of memory has to see that.
fn settling<T>(work: impl FnOnce() -> T) -> (impl FnOnce() -> T, Receiver<()>) {
    let (settled, is_settled) = sync_channel(0);
    let work = move || {
        drop(std::hint::black_box(Vec::<u8>::with_capacity(64)));
        drop::<SyncSender<()>>(settled);
        work()
    };
    (work, is_settled)
}

/// A pool of threads, among which rayon shares out work.
///
/// # Errors
///
/// If the system has fewer threads, or no memory for them.
#[cfg(feature = "parallel")]
pub fn pool(
    name: &'static str,
    count: usize,
) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(count)
        .spawn_handler(|thread| start(name, || thread.run()).map(drop))
        .build()
}

fn builder(name: &str) -> io::Result<Builder> {
    fault::check("thread").map_err(|error| refused(&error))?;
    if !memory::is_left(STACK) {
        return Err(refused(&io::ErrorKind::OutOfMemory.into()));
    }
    Ok(Builder::new().name(name.to_owned()).stack_size(STACK))
}

/// That the system has no thread to give: what it says itself does not tell what it refused.
#[derive(Debug, Error)]
#[error("the system cannot start another thread: {why}")]
pub struct ThreadRefused {
    why: String,
}

fn refused(error: &io::Error) -> io::Error {
    // Without the number of the error.
    let why = match error.kind() {
        io::ErrorKind::OutOfMemory => "not enough memory".to_owned(),
        io::ErrorKind::WouldBlock => "its limit of memory or of threads is reached".to_owned(),
        _ => error.to_string(),
    };
    io::Error::new(error.kind(), ThreadRefused { why })
}
