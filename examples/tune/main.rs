//! Fits the weights of the board of `shapes`, `[board]` and `[move]`, to games of the search
//! against itself, teaches `network`, and learns the order of moves.
//!
//! ```text
//! cargo run --release --example tune -- play --rule renju --games 3000 > games.jsonl
//! cargo run --release --example tune -- label games.jsonl > positions.jsonl
//! cargo run --release --example tune -- measure games.jsonl
//! cargo run --release --example tune -- fit positions.jsonl > mine.toml
//! cargo run --release --example tune -- train positions.jsonl > network.toml
//! cargo run --release --example tune -- order positions.jsonl > move_scores.toml
//! cargo run --release --example tune -- spsa --rule renju --pairs 20000 > params.toml
//! ```
//!
//! `play` writes a game a line: its moves, what the search said before each, and who won.
//! `label` grows search trees from positions of these games, draws positions that the trees ask the
//! evaluator about, and writes each with what a search of its own says of it: what the evaluator is
//! to foretell. `fit` takes such positions, games, or both, of any rules, and writes a whole file of
//! weights; kinds of sides without any keep the weights they had. Same arguments, same output,
//! whatever the number of threads. `--first` begins at a later game: so work is shared among
//! machines, and goes on where it was stopped. `train` learns the networks of the rules of such
//! positions, or of games, on one thread; the other rules keep theirs. `order` learns which move a search finds
//! best, by what moves make and take; it needs positions of all three rules. `spsa` tunes the
//! parameters of pruning, reductions and extensions (`SearchParams`) by games of the search against
//! itself, and writes them as TOML. `measure` tells how well the results of games are foretold: the log
//! loss by the number of stones and by colour, each half of the games with the unit that fits the
//! other, and how often chances came true.
//!
//! | play | | label | | fit | |
//! | --- | --- | --- | --- | --- | --- |
//! | `--rule` | renju | `--rule` | that of the games | `--mix` | 0.5: how much of a game's target is the result, the rest is the score |
//! | `--size` | 15 | `--every` | 2: a tree from one of so many positions | `--pull` | 10: of single weights towards zero, in positions |
//! | `--games` | 20000 | `--tree` | 2000: its nodes | `--pull-pairs` | 100: of what a pair has beyond its two shapes |
//! | `--nodes` | 3000 a move | `--draws` | 6: positions of a tree | `--pull-together` | 100: of what facts have together |
//! | `--first` | 0 | `--nodes` | 8000: of a label | `--note` | words for the head of the file, such as the date |
//! | `--seed` | 1 | `--first` | 0 | `--weights` | a file of `shapes`; its own |
//! | `--threads` | 2 | `--seed` | 1 | | |
//! | `--evaluator` | `network`, another one, or a file of weights | `--threads` | 2 | | |
//! | `--against` | another one, or the same: both play each opening, each as Black once | `--evaluator` | as for `play` | | |
//! | `--params` | a file of `spsa`: parameters of our search; the rival has those of the rule | | | | |
//! | `--uneven` | 120: openings of which more points are said are drawn again | | | | |
//!
//! | measure | |
//! | --- | --- |
//! | `--nodes` | 2000: of the search that foretells |
//! | `--said` | `true` for the values that stand in the games, such as another program's; their chances as told are by the odds of `--evaluator` |
//! | `--draws` | 3: positions of each stage of a game that was not drawn |
//! | `--evaluator`, `--seed`, `--threads` | as for `play` |
//!
//! | train | |
//! | --- | --- |
//! | `--epochs` | 16: how often each position is seen |
//! | `--batch` | 512: positions of a step |
//! | `--rate` | 0.008: of the steps at the start |
//! | `--mix` | 0.5: how much of the target of a position of a game is the result, the rest is the score |
//! | `--goes-on` | `true` to begin with the network as it is |
//! | `--note` | words for the head of the file |
//! | `--seed` | 1 |
//!
//! | order | |
//! | --- | --- |
//! | `--epochs` | 12: how often each position is seen |
//! | `--rate` | 0.002: of the steps at the start |
//! | `--seed` | 1 |
//!
//! | spsa | |
//! | --- | --- |
//! | `--pairs` | 2000: pairs of games |
//! | `--only` | names with commas between them: the parameters to tune; all |
//! | `--rule`, `--size`, `--nodes`, `--seed`, `--threads`, `--evaluator` | as for `play` |

mod arguments;
mod fit;
mod game;
mod in_order;
mod label;
mod measure;
mod model;
mod network_text;
mod order;
mod play;
mod random;
mod samples;
mod spsa;
mod train;
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
        "label" => {
            let plan = label::Plan::read(&mut arguments)?;
            arguments.all_known()?;
            plan.run(&mut std::io::stdout().lock())
        }
        "measure" => {
            let plan = measure::Plan::read(&mut arguments)?;
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
        "train" => {
            let plan = train::Plan::read(&mut arguments)?;
            arguments.all_known()?;
            print!("{}", plan.run()?);
            Ok(())
        }
        "order" => {
            let plan = order::Plan::read(&mut arguments)?;
            arguments.all_known()?;
            print!("{}", plan.run()?);
            Ok(())
        }
        "spsa" => {
            let plan = spsa::Plan::read(&mut arguments)?;
            arguments.all_known()?;
            print!("{}", plan.run()?);
            Ok(())
        }
        _ => Err("say `play`, `label`, `measure`, `fit`, `train`, `order` or `spsa` first".into()),
    }
}
