//! Fits the weights of the board of `shapes`, `[board]` and `[move]`, to games of the search
//! against itself.
//!
//! ```text
//! cargo run --release --example tune -- play --rule renju --games 20000 > renju.jsonl
//! cargo run --release --example tune -- fit renju.jsonl freestyle.jsonl > mine.toml
//! ```
//!
//! `play` writes a game a line: its moves, what the search said before each, and who won.
//! `fit` takes games of any rules and writes a whole file of weights; kinds of sides without games
//! keep the weights they had. Same arguments, same output, whatever the number of threads.
//!
//! | play | | fit | |
//! | --- | --- | --- | --- |
//! | `--rule` | renju | `--mix` | 0.5: how much of the target is the result, the rest is the score |
//! | `--size` | 15 | `--pull` | 10: of single weights towards zero, in positions |
//! | `--games` | 20000 | `--pull-pairs` | 100: of what a pair has beyond its two shapes |
//! | `--nodes` | 3000 a move | `--pull-together` | 1000: of what facts have together |
//! | `--seed` | 1 | `--note` | words for the head of the file, such as the date |
//! | `--threads` | 2 | | |
//! | `--weights` | a file; those of `shapes` | `--weights` | a file; those of `shapes` |
//! | `--against` | a file: both play each opening, each as Black once | | |

mod arguments;
mod fit;
mod game;
mod play;
mod random;
mod samples;
mod write;

use arguments::Arguments;

type Error = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Error> {
    let mut arguments = Arguments::new(std::env::args().skip(1))?;
    let work = arguments.word(0).unwrap_or_default().to_owned();
    match work.as_str() {
        "play" => {
            let plan = play::Plan::read(&mut arguments)?;
            arguments.all_known()?;
            plan.run(&mut std::io::stdout().lock())
        }
        "fit" => {
            let plan = fit::Plan::read(&mut arguments)?;
            arguments.all_known()?;
            let text = plan.run()?;
            print!("{text}");
            Ok(())
        }
        _ => Err("say `play` or `fit` first".into()),
    }
}
