//! Text encodings: guesses between UTF-8, GBK, Shift-JIS, EUC-KR and Windows-1252, decodes and encodes.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{EUC_KR, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
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

    /// EUC-KR, of Korean programs.
    pub const EUC_KR: Encoding = Encoding(EUC_KR);
    /// Shift-JIS, of Japanese programs.
    pub const SHIFT_JIS: Encoding = Encoding(SHIFT_JIS);

    /// The encoding that a mark at the beginning of `bytes` names, and the length of the mark.
    pub(super) fn of_mark(bytes: &[u8]) -> Option<(Encoding, usize)> {
        encoding_rs::Encoding::for_bom(bytes).map(|(encoding, length)| (Encoding(encoding), length))
    }

    /// The encoding that a text beginning with `bytes` is in, without a mark to tell.
    ///
    /// UTF-8 if they are that, EUC-KR if the statistics of `chardetng` say so. Else what makes more stones and lines of boards of them decides
    /// between GBK and Shift-JIS, which share their bytes; without such signs it is Shift-JIS if
    /// the statistics of `chardetng` say so, GBK if the bytes are that, and Windows-1252, in which
    /// everything is a text.
    pub(super) fn guess(bytes: &[u8]) -> Encoding {
        if Encoding::UTF_8.is_beginning(bytes) {
            return Encoding::UTF_8;
        }
        let fits = |encoding: &Encoding| encoding.is_beginning(bytes);
        if statistics(bytes) == Encoding::EUC_KR && fits(&Encoding::EUC_KR) {
            return Encoding::EUC_KR;
        }
        let gbk = Some(Encoding::GBK).filter(fits);
        let japanese = Some(Encoding::SHIFT_JIS).filter(fits);
        let fallback = gbk.unwrap_or(Encoding::WINDOWS_1252);
        let Some(japanese) = japanese else {
            return fallback;
        };
        let signs =
            |encoding: Option<Encoding>| encoding.map_or(0, |encoding| encoding.board_signs(bytes));
        match signs(Some(japanese)).cmp(&signs(gbk)) {
            Ordering::Greater => japanese,
            Ordering::Equal if statistics(bytes) == japanese => japanese,
            Ordering::Less | Ordering::Equal => fallback,
        }
    }

    /// How many characters of boards, of more bytes than one, a text has in this encoding.
    fn board_signs(self, bytes: &[u8]) -> usize {
        let (text, _) = self.0.decode_without_bom_handling(bytes);
        let is_line = |char| ('\u{2500}'..='\u{257f}').contains(&char);
        let is_sign = |char| is_line(char) || "●○◎▲△・＋×黒黑白".contains(char);
        text.chars().filter(|&char| is_sign(char)).count()
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

    /// The text, with signs in the place of what is none in this encoding; whether all of it is.
    pub(super) fn decode_leniently(self, bytes: &[u8]) -> (String, bool) {
        let (text, has_errors) = self.0.decode_without_bom_handling(bytes);
        (text.into_owned(), !has_errors)
    }

    /// The bytes of a text, with `?` for what this encoding lacks, and how many characters that are.
    /// Not for UTF-16, which is read and never written.
    pub(super) fn encode(self, text: &str) -> (Vec<u8>, usize) {
        let exact = |text: &str| {
            let (bytes, _, has_errors) = self.0.encode(text);
            // Some encodings write a character as another one that looks like it.
            let is_exact =
                !has_errors && (self.0 == UTF_8 || self.decode(&bytes).as_deref() == Some(text));
            is_exact.then(|| bytes.into_owned())
        };
        if let Some(bytes) = exact(text) {
            return (bytes, 0);
        }
        let (mut bytes, mut lacking) = (Vec::new(), 0);
        for char in text.chars() {
            let one = exact(char.encode_utf8(&mut [0; 4]));
            lacking += usize::from(one.is_none());
            bytes.extend(one.unwrap_or_else(|| b"?".to_vec()));
        }
        (bytes, lacking)
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

/// What the frequencies of letters make of bytes that are not UTF-8.
fn statistics(bytes: &[u8]) -> Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, false);
    Encoding(detector.guess(None, Utf8Detection::Deny))
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
#[error("encoding {0:?} is not known; utf-8, gbk, shift_jis, utf-16le and windows-1252 are")]
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
        for name in [
            "utf-8",
            "gbk",
            "shift_jis",
            "utf-16le",
            "utf-16be",
            "windows-1252",
        ] {
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

    #[test]
    fn what_an_encoding_lacks_is_counted() {
        assert_eq!(Encoding::GBK.encode("黒é四").1, 0);
        assert_eq!(
            Encoding::WINDOWS_1252.encode("é四!"),
            (b"\xe9?!".to_vec(), 1)
        );
        assert_eq!(Encoding::SHIFT_JIS.encode("¥四").1, 1, "¥ would be \\");
        assert_eq!(Encoding::UTF_8.encode("四").0, "四".as_bytes());
    }

    #[test]
    fn stones_tell_shift_jis_from_gbk_and_letters_do_without_stones() {
        for text in [
            "┏┯┯┯┓\n┠●┼┼┨\n┠┼○┼┨\n",
            "・・・・・\n・●・・・\n",
            "●○",
            "＋＋●",
            "黒白",
        ] {
            let (bytes, _, _) = SHIFT_JIS.encode(text);
            assert_eq!(Encoding::guess(&bytes), Encoding::SHIFT_JIS, "{text}");
            let (bytes, _, lost) = GBK.encode(text);
            assert!(lost || Encoding::guess(&bytes) == Encoding::GBK, "{text}");
        }
        let (prose, _, _) = SHIFT_JIS.encode("# name: 連珠の問題、四三の勝ち\nh8 i9\n");
        assert_eq!(Encoding::guess(&prose), Encoding::SHIFT_JIS);
        let (prose, _, _) = GBK.encode("# name: 五子棋的问题，第一\nh8 i9\n");
        assert_eq!(Encoding::guess(&prose), Encoding::GBK);
        let (short, _, _) = GBK.encode("# name: 张三\nh8 i9\n");
        assert_eq!(Encoding::guess(&short), Encoding::GBK);
        assert_eq!(
            Encoding::guess(b"# name: caf\xe9\nh8 i9\n"),
            Encoding::WINDOWS_1252
        );
    }
}
