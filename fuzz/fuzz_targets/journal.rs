//! Whatever stands in a journal, a run that is resumed keeps a beginning of its output, or is refused
//! and leaves all as it was. The first line is the journal, the others are the output.

#![no_main]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use renju::batch::{Journal, Settings};

/// Files in memory, where the system has such a folder: journals are synced.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = Path::new("/dev/shm");
    let base = if memory.is_dir() {
        memory.to_owned()
    } else {
        std::env::temp_dir()
    };
    base.join(format!("renju-fuzz-{}", std::process::id()))
});

fuzz_target!(|bytes: &[u8]| {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let (journal, output) = bytes.split_at(end.map_or(bytes.len(), |end| end + 1));
    std::fs::create_dir_all(&*FOLDER).expect("a folder");
    let out = FOLDER.join("out.jsonl");
    let noted = FOLDER.join("out.jsonl.run");
    std::fs::write(&out, output).expect("it can be written");
    std::fs::write(&noted, journal).expect("it can be written");
    let mut settings = Settings::new();
    settings.insert("study".to_owned(), "show".into());
    let resumed = Journal::resume(&out, None, &settings);
    let is_refused = resumed.is_err();
    drop(resumed);
    let left = std::fs::read(&out).expect("it is there");
    if is_refused {
        assert_eq!(left, output);
        assert_eq!(std::fs::read(&noted).expect("it is there"), journal);
    } else {
        assert!(output.starts_with(&left));
        let again = Journal::resume(&out, None, &settings);
        again.expect("what was resumed can be resumed");
        assert_eq!(std::fs::read(&out).expect("it is there"), left);
    }
    std::fs::remove_dir_all(&*FOLDER).expect("it is ours");
});
