//! What `batch` reads, and what its records are called.

#[cfg(unix)]
mod special_files {
    use std::path::{Path, PathBuf};
    use std::process::{Command, Output, Stdio};

    fn folder(name: &str) -> PathBuf {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    fn fifo(path: &Path) {
        let made = Command::new("mkfifo").arg(path).status();
        assert!(made.expect("mkfifo").success());
    }

    fn show(input: &Path) -> Output {
        Command::new(env!("CARGO_BIN_EXE_renju"))
            .args(["batch", "show"])
            .arg(input)
            .stdin(Stdio::null())
            .output()
            .expect("it starts")
    }

    #[test]
    fn what_is_no_file_is_named_and_does_not_block_a_walk() {
        let folder = folder("special-files");
        std::fs::write(folder.join("a.txt"), "h8 i9\n").expect("a file");
        for name in ["b.jsonl", "c.json", "d"] {
            fifo(&folder.join(name));
        }
        let socket = std::os::unix::net::UnixListener::bind(folder.join("e.txt"));
        std::os::unix::fs::symlink("/dev/zero", folder.join("f.jsonl")).expect("a link");
        let done = show(&folder);
        drop(socket);
        let notes = String::from_utf8_lossy(&done.stderr).replace(folder.to_str().unwrap(), "");
        let expected = "note: 5 files are not read: /b.jsonl (a named pipe), /c.json (a named pipe), \
                        /d (a named pipe), /e.txt (a socket), /f.jsonl (a device)\n";
        assert!(notes.starts_with(expected), "{notes}");
        assert_eq!(done.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&done.stdout).lines().count(), 1);
    }

    #[test]
    fn a_pipe_that_is_named_on_the_command_line_is_read() {
        let pipe = folder("named-pipe").join("positions.jsonl");
        fifo(&pipe);
        let writer = {
            let pipe = pipe.clone();
            std::thread::spawn(move || std::fs::write(pipe, "{\"id\":\"one\",\"moves\":[]}\n"))
        };
        let done = show(&pipe);
        writer.join().expect("a thread").expect("it is read");
        let answer = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(answer.starts_with(r#"{"v":1,"id":"one","#), "{answer}");
    }
}
