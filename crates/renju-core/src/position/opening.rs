//! The 26 openings of renju by name: three stones in the middle of a 15x15 board.

use serde::Serialize;

use crate::geometry::{Point, Size, Symmetry};

/// One of the 26 openings of three stones that the rules of the Renju International Federation name: Black
/// in the centre, White beside it, Black within the middle five lines.
///
/// ```
/// use renju_core::position::NamedOpening;
///
/// let moves = ["H8", "G8", "G9"].map(|name| name.parse().ok());
/// let opening = NamedOpening::of_moves(&moves, renju_core::geometry::Size::RENJU);
/// let opening = opening.expect("they are an image of H8 H9 I9");
/// assert_eq!((opening.number.as_str(), opening.name), ("4D", "Kagetsu"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedOpening {
    /// Its number and kind as the federation has them: `4D` is the fourth direct one, `7I` the seventh
    /// indirect one.
    pub number: String,
    /// Its name as the federation spells it.
    pub name: &'static str,
    /// Its Japanese name, in kanji.
    pub ja: &'static str,
    /// Its Chinese name in simplified characters.
    pub zh: &'static str,
}

/// The third stone of an opening, and its names: of the federation, in Japanese and in Chinese.
type OpeningRow = (&'static str, &'static str, &'static str, &'static str);

/// White's stone stands straight beside Black's first: H8 H9.
const DIRECT: [OpeningRow; 13] = [
    ("H10", "Kansei", "寒星", "寒星"),
    ("I10", "Keigetsu", "渓月", "溪月"),
    ("J10", "Sosei", "疎星", "疏星"),
    ("I9", "Kagetsu", "花月", "花月"),
    ("J9", "Zangetsu", "残月", "残月"),
    ("I8", "Ugetsu", "雨月", "雨月"),
    ("J8", "Kinsei", "金星", "金星"),
    ("H7", "Shogetsu", "松月", "松月"),
    ("I7", "Kyugetsu", "丘月", "丘月"),
    ("J7", "Shingetsu", "新月", "新月"),
    ("H6", "Zuisei", "瑞星", "瑞星"),
    ("I6", "Sangetsu", "山月", "山月"),
    ("J6", "Yusei", "遊星", "游星"),
];

/// White's stone stands diagonally beside Black's first: H8 I9.
const INDIRECT: [OpeningRow; 13] = [
    ("J10", "Chosei", "長星", "长星"),
    ("J9", "Kyogetsu", "峡月", "峡月"),
    ("J8", "Kosei", "恒星", "恒星"),
    ("J7", "Suigetsu", "水月", "水月"),
    ("J6", "Ryusei", "流星", "流星"),
    ("I8", "Ungetsu", "雲月", "云月"),
    ("I7", "Hogetsu", "浦月", "浦月"),
    ("I6", "Rangetsu", "嵐月", "岚月"),
    ("H7", "Gingetsu", "銀月", "银月"),
    ("H6", "Myojo", "明星", "明星"),
    ("G7", "Shagetsu", "斜月", "斜月"),
    ("G6", "Meigetsu", "名月", "名月"),
    ("F6", "Suisei", "彗星", "彗星"),
];

impl NamedOpening {
    /// The opening that the first three moves of a game are, turned or mirrored in any way; `None` if
    /// they are none of them, or the board has another size.
    pub fn of_moves(moves: &[Option<Point>], size: Size) -> Option<NamedOpening> {
        let [Some(first), Some(second), Some(third)] = *moves.first_chunk::<3>()? else {
            return None;
        };
        let is_named = |point: Point, name: &str| name.parse() == Ok(point);
        if size != Size::RENJU || !is_named(first, "H8") {
            return None;
        }
        Symmetry::ALL.into_iter().find_map(|symmetry| {
            let (second, third) = (symmetry.apply(second, size)?, symmetry.apply(third, size)?);
            let kinds = [("H9", 'D', &DIRECT), ("I9", 'I', &INDIRECT)];
            let (_, kind, rows) = kinds
                .into_iter()
                .find(|(name, ..)| is_named(second, name))?;
            let place = rows.iter().position(|(name, ..)| is_named(third, name))?;
            let (_, name, ja, zh) = rows[place];
            Some(NamedOpening {
                number: format!("{}{kind}", place + 1),
                name,
                ja,
                zh,
            })
        })
    }
}

impl NamedOpening {
    /// The three stones of the opening of this name in any of its languages, or of this number.
    pub fn stones_of(name: &str) -> Option<[Point; 3]> {
        let rows = |second, kind, rows: &'static [OpeningRow]| {
            let numbered = rows.iter().zip(1..);
            numbered.map(move |(row, number)| (second, format!("{number}{kind}"), row))
        };
        let mut all = rows("H9", 'D', &DIRECT).chain(rows("I9", 'I', &INDIRECT));
        let (second, _, row) = all.find(|(_, number, (_, spelled, ja, zh))| {
            number.eq_ignore_ascii_case(name)
                || spelled.eq_ignore_ascii_case(name)
                || *ja == name
                || *zh == name
        })?;
        let stones = ["H8", second, row.0].map(str::parse);
        let [Ok(first), Ok(second), Ok(third)] = stones else {
            return None;
        };
        Some([first, second, third])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    /// Each of the 26 has its eight images, no other third stone has a name, and every third stone within
    /// the middle five lines has one.
    #[test]
    fn every_image_of_the_26_has_its_name_and_nothing_else_has_one() {
        let size = Size::RENJU;
        let is_inside = |point: &Point| {
            [point.column(), point.row()]
                .iter()
                .all(|line| (5..=9).contains(line))
        };
        for (second, kind, rows) in [("H9", 'D', &DIRECT), ("I9", 'I', &INDIRECT)] {
            for (place, (third, name, ..)) in rows.iter().enumerate() {
                for symmetry in Symmetry::ALL {
                    let moves = ["H8", second, third].map(|name| symmetry.apply(point(name), size));
                    let found = NamedOpening::of_moves(&moves, size).unwrap();
                    let number = format!("{}{kind}", place + 1);
                    assert_eq!((found.number, found.name), (number, *name), "{symmetry:?}");
                }
            }
        }
        for second in size.points().filter(|&second| second != point("H8")) {
            for third in size
                .points()
                .filter(|&third| third != second && third != point("H8"))
            {
                let moves = [point("H8"), second, third].map(Some);
                let is_beside = second.column().abs_diff(7).max(second.row().abs_diff(7)) == 1;
                let is_opening = is_beside && is_inside(&third);
                let found = NamedOpening::of_moves(&moves, size);
                assert_eq!(found.is_some(), is_opening, "{second} {third}");
            }
        }
    }

    #[test]
    fn other_beginnings_have_no_name() {
        let of = |names: &str, size: u8| {
            let moves: Vec<Option<Point>> =
                names.split(' ').map(|name| name.parse().ok()).collect();
            NamedOpening::of_moves(&moves, Size::new(size).unwrap())
        };
        for name in ["kagetsu", "花月", "4d"] {
            let stones = NamedOpening::stones_of(name).unwrap();
            assert_eq!(stones, ["H8", "H9", "I9"].map(point), "{name}");
        }
        assert_eq!(NamedOpening::stones_of("hogetsu").unwrap()[2], point("I7"));
        assert_eq!(NamedOpening::stones_of("sicilian"), None);
        assert_eq!(of("H8 H9 I9 A1", 15).unwrap().name, "Kagetsu");
        assert_eq!(of("H8 H9 I9", 19), None);
        assert_eq!(of("H8 H9", 15), None);
        assert_eq!(of("H9 H8 I9", 15), None);
        assert_eq!(of("H8 pass I9", 15), None);
    }
}
