//! What is examined: an engine in another process, or a player of ours in this one.

use crate::contest::Player;
use crate::engines::EngineSpec;

/// Makes a player that knows nothing of earlier cases.
pub type PlayerMaker = Box<dyn Fn() -> Box<dyn Player> + Send + Sync>;

/// How an engine is spoken to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpokenProtocol {
    /// By the Gomocup protocol.
    Gomocup(EngineSpec),
    /// A question and an answer a line, without commands.
    Json,
    /// By the protocol of the programs on 12x12.
    Brain(EngineSpec),
    /// Not at all: it plays in this process.
    None,
}

/// An engine to examine.
pub struct ExaminedEngine {
    /// What it is called.
    pub name: String,
    /// How it is spoken to.
    pub protocol: SpokenProtocol,
    /// How it is asked for moves in positions; `None` if its protocol has no words for one.
    pub player: Option<PlayerMaker>,
}

impl SpokenProtocol {
    /// Why conversations by the Gomocup protocol are left out.
    pub(super) const fn why_no_gomocup(&self) -> &'static str {
        match self {
            SpokenProtocol::Gomocup(_) => "",
            SpokenProtocol::Json => "it is asked in JSON lines, which have no commands",
            SpokenProtocol::Brain(_) => "it is asked by the protocol for 12x12",
            SpokenProtocol::None => "it plays in this process and speaks no protocol",
        }
    }
}
