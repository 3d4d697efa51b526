use std::fmt;
use std::str::FromStr;

use encoding_rs::{GBK, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use serde::{Serialize, Serializer};
use thiserror::Error;

/// How bytes stand for characters.
///
/// Known by the labels of the WHATWG Encoding Standard: `utf-8`, `gbk`, `windows-1252`, `utf-16le`,
/// `shift_jis`, and so on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Encoding = Encoding(UTF_8);
    /// GBK, of Chinese console programs.
    pub const GBK: Encoding = Encoding(GBK);
    /// Windows-1252, in which every byte is a character.
    pub const WINDOWS_1252: Encoding = Encoding(WINDOWS_1252);

    /// What is tried on bytes without a mark, in this order.
    const UNMARKED: [Encoding; 3] = [Encoding::UTF_8, Encoding::GBK, Encoding::WINDOWS_1252];

    /// The encoding that a mark at the beginning of `bytes` names, and the length of the mark.
    pub(super) fn of_mark(bytes: &[u8]) -> Option<(Encoding, usize)> {
        encoding_rs::Encoding::for_bom(bytes).map(|(encoding, length)| (Encoding(encoding), length))
    }

    /// The first of UTF-8, GBK and Windows-1252 that `bytes` are a beginning of a text in.
    pub(super) fn guess(bytes: &[u8]) -> Encoding {
        let fits = |encoding: &Encoding| encoding.is_beginning(bytes);
        Encoding::UNMARKED
            .into_iter()
            .find(fits)
            .unwrap_or(Encoding::WINDOWS_1252)
    }

    /// Whether `bytes` are a text, but for a last character that may be cut off.
    fn is_beginning(self, bytes: &[u8]) -> bool {
        let cut_off = 3.min(bytes.len());
        (0..=cut_off).any(|cut| self.decode(&bytes[..bytes.len() - cut]).is_some())
    }

    /// Whether a character takes two bytes at least, so that bytes of lines cannot be told apart.
    pub(super) fn is_utf16(self) -> bool {
        self.0 == UTF_16LE || self.0 == UTF_16BE
    }

    /// The text, or `None` if `bytes` are none in this encoding.
    pub(super) fn decode(self, bytes: &[u8]) -> Option<String> {
        self.0
            .decode_without_bom_handling_and_without_replacement(bytes)
            .map(std::borrow::Cow::into_owned)
    }

    /// A decoder for a text that comes in pieces.
    pub(super) fn decoder(self) -> encoding_rs::Decoder {
        self.0.new_decoder_without_bom_handling()
    }

    /// The name in JSON and on the command line.
    pub fn name(self) -> String {
        self.0.name().to_ascii_lowercase()
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Encoding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

/// Why a text names no [`Encoding`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("encoding {0:?} is not known; utf-8, gbk, utf-16le and windows-1252 are")]
pub struct ParseEncodingError(pub String);

impl FromStr for Encoding {
    type Err = ParseEncodingError;

    fn from_str(text: &str) -> Result<Encoding, ParseEncodingError> {
        encoding_rs::Encoding::for_label_no_replacement(text.as_bytes())
            .map(Encoding)
            .ok_or_else(|| ParseEncodingError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for name in ["utf-8", "gbk", "utf-16le", "utf-16be", "windows-1252"] {
            assert_eq!(name.parse::<Encoding>().unwrap().name(), name);
        }
        assert!("klingon".parse::<Encoding>().is_err());
    }

    #[test]
    fn the_guess_goes_from_strict_to_lenient() {
        assert_eq!(Encoding::guess("●○".as_bytes()), Encoding::UTF_8);
        assert_eq!(
            Encoding::guess(&"●○".as_bytes()[..5]),
            Encoding::UTF_8,
            "cut off"
        );
        assert_eq!(Encoding::guess(b"\xa1\xf1\xa1\xf2"), Encoding::GBK);
        assert_eq!(Encoding::guess(b". \xb7 . X . ."), Encoding::WINDOWS_1252);
        assert_eq!(Encoding::guess(b""), Encoding::UTF_8);
    }
}
