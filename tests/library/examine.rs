//! The cases of `examine` are proved, and an engine that is broken in one group fails in that alone.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::time::Duration;

use renju::contest::{ChosenMove, GameStart, MoveLimits, Player, PlayerFault, SearchPlayer};
use renju::examine::{
    CaseStatus, ExamineChange, ExamineGroup, ExamineLine, ExamineOptions, ExaminedEngine,
    PositionCase, SpokenProtocol, built_in_cases, examine,
};
use renju::geometry::{Point, Symmetry};
use renju::limits::{Control, Limits, NoObserver, Observer, Value};
use renju::position::{Position, PositionOverrides, Setup};
use renju::questions::{
    CheckOptions, DefenceVerdict, Expectation, ExpectationChecker, MoveOrPass, WinFinder, defences,
};
use renju::search::{SearchOptions, TranspositionTable, search};
use renju::systems;
use renju::threat::Attack;

/// What each proof may take.
const NODES: u64 = 200_000;

fn fives(position: &Position) -> BTreeSet<Point> {
    let wins = |&point: &Point| {
        let after = position.clone().play(point);
        after.is_ok_and(|after| after.outcome().is_some())
    };
    position.board().empties().iter().filter(wins).collect()
}

/// Where moves are named, they are all fives at hand, or all moves that do not lose by force.
fn is_proved(case: &PositionCase, moves: &[MoveOrPass]) {
    let point = |played: &MoveOrPass| match played {
        MoveOrPass::At(point) => Some(*point),
        MoveOrPass::Pass => None,
    };
    let named: BTreeSet<Point> = moves.iter().filter_map(point).collect();
    let fives = fives(&case.position);
    if !fives.is_empty() {
        assert_eq!(named, fives, "{}", case.id);
        return;
    }
    let mut finder = WinFinder::new(Attack::Vct, 16 << 20);
    let limits = Limits::nodes(NODES);
    let report = defences("", &case.position, &mut finder, limits, &NoObserver);
    let held = report.of(DefenceVerdict::Holds);
    let held: BTreeSet<Point> = held.map(|held| held.point).collect();
    assert_eq!(named, held, "{}", case.id);
    assert_eq!(
        report.of(DefenceVerdict::Undecided).count(),
        0,
        "{}",
        case.id
    );
    is_not_lost(case);
}

/// A deep search finds no forced loss behind the moves that hold: they are worth finding.
fn is_not_lost(case: &PositionCase) {
    let network = systems::find("network").unwrap();
    let mut table = TranspositionTable::new(16 << 20);
    let control = Control::new(Limits::nodes(NODES / 2));
    let options = SearchOptions::default();
    let found = search(&case.position, &*network, &options, &control, &mut table);
    let value = found.last.lines[0].value;
    assert!(!matches!(value, Value::LossIn(_)), "{}: {value:?}", case.id);
}

#[test]
fn every_case_is_proved() {
    let cases = built_in_cases().unwrap();
    assert!(cases.len() > 90, "{}", cases.len());
    let names: BTreeSet<&str> = cases.iter().map(|case| &*case.id).collect();
    assert_eq!(names.len(), cases.len(), "two cases have one name");
    let shapes = systems::find("shapes").unwrap();
    let options = CheckOptions {
        limits: Limits::nodes(NODES),
        depth: None,
        table_bytes: 16 << 20,
    };
    let mut checker = ExpectationChecker::new(&*shapes, options);
    for case in &cases {
        for expectation in &case.expect {
            if let Expectation::Best { moves } = expectation {
                is_proved(case, moves);
                continue;
            }
            let answer = checker.check(&case.position, expectation, &NoObserver);
            assert_eq!(
                answer.unwrap().met,
                Some(true),
                "{}: {expectation}",
                case.id
            );
        }
        let is_quiet = case.group == ExamineGroup::Symmetry;
        assert_eq!(case.expect.is_empty(), is_quiet, "{}", case.id);
    }
}

/// A position in an image, and how a point of the image comes back.
fn image(position: &Position, symmetry: Symmetry) -> Position {
    let mut setup: Setup = position.to_setup();
    let size = position.board().size();
    let turned = |points: Vec<Point>| points.into_iter().filter_map(|at| symmetry.apply(at, size));
    setup.black = turned(setup.black).collect();
    setup.white = turned(setup.white).collect();
    setup.black.sort_unstable();
    setup.white.sort_unstable();
    Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
}

/// The first of the eight images by its stones, and what leads there.
fn first_image(position: &Position) -> (Position, Symmetry) {
    let images = Symmetry::ALL.map(|symmetry| (image(position, symmetry), symmetry));
    let key = |(one, _): &(Position, Symmetry)| {
        let setup = one.to_setup();
        (setup.black, setup.white)
    };
    images.into_iter().min_by_key(key).unwrap()
}

/// Our search, asked in one image of each position alone, which is broken in a group.
struct BrokenPlayer {
    search: SearchPlayer,
    broken: Option<ExamineGroup>,
    /// The positions of the group, and how often each was asked.
    cases: HashMap<String, usize>,
}

fn key_of(position: &Position) -> String {
    let setup = first_image(position).0.to_setup();
    let mut sides = [format!("{:?}", setup.black), format!("{:?}", setup.white)];
    // The colours may have changed places.
    sides.sort();
    format!("{sides:?}{}", position.rule())
}

impl BrokenPlayer {
    fn new(broken: Option<ExamineGroup>, cases: &[PositionCase]) -> BrokenPlayer {
        let of_group = |case: &&PositionCase| match broken {
            Some(ExamineGroup::Determinism) => case.group == ExamineGroup::Symmetry,
            group => Some(case.group) == group,
        };
        let cases = cases.iter().filter(of_group);
        BrokenPlayer {
            search: SearchPlayer::new(systems::find("network").unwrap(), 1 << 20),
            broken,
            cases: cases.map(|case| (key_of(&case.position), 0)).collect(),
        }
    }

    /// A move that is wrong: nowhere near the stones, and the same by reading order alone.
    fn first_empty(position: &Position) -> Point {
        let legal = position.legal_play().moves();
        legal.iter().next().unwrap()
    }
}

impl Player for BrokenPlayer {
    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), PlayerFault> {
        self.search.begin(game)
    }

    fn choose(
        &mut self,
        position: &Position,
        limits: &MoveLimits,
        observer: &dyn Observer,
    ) -> Result<ChosenMove, PlayerFault> {
        let size = position.board().size();
        let (first, symmetry) = first_image(position);
        let limits = MoveLimits {
            limits: Limits::nodes(20_000),
            ..*limits
        };
        let mut chosen = self.search.choose(&first, &limits, observer)?;
        chosen.point = symmetry.inverse().apply(chosen.point, size).unwrap();
        if let Some(times) = self.cases.get_mut(&key_of(position)) {
            *times += 1;
            // All eight images have been asked before the same one again.
            let is_late = *times > Symmetry::ALL.len() + 1;
            if self.broken != Some(ExamineGroup::Determinism) || is_late {
                chosen.point = BrokenPlayer::first_empty(position);
            }
        }
        Ok(chosen)
    }
}

fn examined(broken: Option<ExamineGroup>, cases: &[PositionCase]) -> Vec<ExamineLine> {
    let own: Vec<PositionCase> = cases.to_vec();
    let engine = ExaminedEngine {
        name: "mine".to_owned(),
        protocol: SpokenProtocol::None,
        player: Some(Box::new(move || Box::new(BrokenPlayer::new(broken, &own)))),
    };
    let options = ExamineOptions {
        seed: 1,
        time: Duration::from_secs(60),
        start: Duration::from_secs(60),
        only: None,
    };
    let mut lines = Vec::new();
    examine(&engine, cases, &options, &mut |line| {
        lines.push(line);
        ControlFlow::Continue(())
    });
    lines
}

fn failed_groups(lines: &[ExamineLine]) -> BTreeSet<ExamineGroup> {
    let failed = lines
        .iter()
        .filter(|line| line.status == CaseStatus::Failed);
    failed.map(|line| line.group).collect()
}

#[test]
fn a_player_that_is_broken_in_a_group_fails_in_that_alone() {
    let cases = built_in_cases().unwrap();
    let right = examined(None, &cases);
    let failed: Vec<_> = right
        .iter()
        .filter(|line| line.status == CaseStatus::Failed)
        .map(|line| (line.id.to_string(), &line.why))
        .collect();
    assert!(failed.is_empty(), "{failed:?}");
    let earlier: Vec<_> = right.iter().map(ExamineLine::as_earlier).collect();
    for group in [
        ExamineGroup::Rules,
        ExamineGroup::MustMoves,
        ExamineGroup::Wins,
        ExamineGroup::Traps,
        ExamineGroup::Symmetry,
        ExamineGroup::Determinism,
    ] {
        let lines = examined(Some(group), &cases);
        assert_eq!(failed_groups(&lines), BTreeSet::from([group]));
        let changes = ExamineChange::between(&earlier, &lines);
        assert!(changes.iter().all(|change| !change.is_better()), "{group}");
        assert!(!changes.is_empty(), "{group}");
    }
}
