//! Parses lines of integers: a move with its time, or the code that ends a game.

/// One to three integers with commas between them, as they stand on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineNumbers {
    /// The code at the end of a game.
    One(i64),
    /// A move: two numbers, and the milliseconds if they are given.
    Move([i64; 2], Option<i64>),
}

impl LineNumbers {
    /// The numbers of a line that holds nothing else but blanks.
    pub(super) fn of(line: &str) -> Option<LineNumbers> {
        let mut rest = line.as_bytes();
        let mut numbers = [0; 3];
        let mut count = 0;
        loop {
            *numbers.get_mut(count)? = integer(&mut rest)?;
            count += 1;
            match rest {
                [] => break,
                [b',', behind @ ..] => rest = behind,
                _ => return None,
            }
        }
        let [first, second, third] = numbers;
        Some(match count {
            1 => LineNumbers::One(first),
            2 => LineNumbers::Move([first, second], None),
            _ => LineNumbers::Move([first, second], Some(third)),
        })
    }
}

/// Whether a line is a move.
pub(super) fn is_move(line: &str) -> bool {
    matches!(LineNumbers::of(line), Some(LineNumbers::Move(..)))
}

/// Whether a line is the code at the end of a game.
pub(super) fn is_code(line: &str) -> bool {
    matches!(LineNumbers::of(line), Some(LineNumbers::One(_)))
}

/// Takes an integer with the blanks around it off the beginning.
fn integer(rest: &mut &[u8]) -> Option<i64> {
    let mut bytes = rest.trim_ascii_start();
    let is_negative = bytes.first() == Some(&b'-');
    if is_negative {
        bytes = &bytes[1..];
    }
    let mut number: i64 = 0;
    let mut digits = 0;
    for byte in bytes {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        number = number.saturating_mul(10).saturating_add(digit.into());
        digits += 1;
    }
    *rest = bytes[digits..].trim_ascii_start();
    (digits > 0).then_some(if is_negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_and_commas_are_a_move() {
        let of = LineNumbers::of;
        assert_eq!(
            of("10,12,456"),
            Some(LineNumbers::Move([10, 12], Some(456)))
        );
        assert_eq!(of(" 8 , 9\t"), Some(LineNumbers::Move([8, 9], None)));
        assert_eq!(of("-1"), Some(LineNumbers::One(-1)));
        let far = Some(LineNumbers::Move([1, i64::MAX], Some(0)));
        assert_eq!(of("1,99999999999999999999,0"), far);
        for line in [
            "",
            "0,Freestyle15_1",
            "8,8,",
            "8,8,1,1",
            "8;8",
            "8,-",
            "a",
            "é,1",
        ] {
            assert_eq!(of(line), None, "{line}");
        }
    }
}
