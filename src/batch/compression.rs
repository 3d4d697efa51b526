//! Compressed input: gzip, zstd and LZ4, recognised by their first bytes.

use std::error::Error;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use flate2::bufread::GzDecoder;
use lz4_flex::frame::FrameDecoder as Lz4Frames;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use thiserror::Error as ThisError;

/// A stream of bytes that a worker's reader may own.
pub(super) type Bytes = Box<dyn BufRead + Send>;

const LZ4: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];
const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Bytes that a zstd frame may make a reader remember; levels up to 19 need 8 MiB.
const ZSTD_WINDOW: u64 = 32 << 20;

/// The content of an input.
pub(super) struct Content {
    /// What was compressed, or the bytes as they are.
    pub(super) bytes: Bytes,
    /// Whether it was compressed.
    pub(super) is_packed: bool,
}

/// The content of an input, compressed or not.
pub(super) fn decompressed(mut bytes: Bytes) -> io::Result<Content> {
    let first = bytes.fill_buf()?;
    let bytes = if first.starts_with(&LZ4) {
        unpacked("LZ4", Lz4Frames::new(bytes))
    } else if first.starts_with(&GZIP) {
        unpacked("gzip", GzipMembers::new(bytes))
    } else if first.starts_with(&ZSTD) {
        unpacked("zstd", ZstdFrames::new(bytes))
    } else {
        let is_packed = false;
        return Ok(Content { bytes, is_packed });
    };
    Ok(Content {
        bytes,
        is_packed: true,
    })
}

fn unpacked(format: &'static str, content: impl Read + Send + 'static) -> Bytes {
    Box::new(BufReader::new(Unpacked { format, content }))
}

/// What a decoder gives, with errors in words for people.
struct Unpacked<R> {
    format: &'static str,
    content: R,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(buffer);
        read.map_err(|error| match error.kind() {
            kind if kind == ErrorKind::Interrupted || error.raw_os_error().is_some() => error,
            kind => io::Error::new(kind, damage(self.format, &error)),
        })
    }
}

/// What is wrong with compressed input.
fn damage(format: &str, error: &io::Error) -> String {
    let is_end = |error: &io::Error| error.kind() == ErrorKind::UnexpectedEof;
    let inner = error.get_ref().map(|inner| inner as &dyn Error);
    let mut causes = std::iter::successors(inner, |&error| error.source());
    if is_end(error) || causes.any(|cause| cause.downcast_ref().is_some_and(is_end)) {
        format!("the {format} data ends too early: the file was cut, or is still being written")
    } else {
        let wide = inner.filter(|inner| inner.is::<WideWindow>());
        match wide {
            Some(wide) => format!("the {format} data is not unpacked here: {wide}"),
            None => format!("the {format} data is damaged: {error}"),
        }
    }
}

/// The content of gzip members that stand one after the other, as `cat` and parallel compressors
/// leave them (RFC 1952, section 2.2). Zeros up to the end of the input are padding, as tapes and
/// disk images leave it; anything else behind a member is an error.
struct GzipMembers {
    /// `None` behind the last member.
    member: Option<GzDecoder<CountedBytes>>,
}

impl GzipMembers {
    fn new(bytes: Bytes) -> GzipMembers {
        let counted = CountedBytes { bytes, taken: 0 };
        GzipMembers {
            member: Some(GzDecoder::new(counted)),
        }
    }

    /// The member that begins at the next byte, if there is one.
    fn next_member(mut bytes: CountedBytes) -> io::Result<Option<GzDecoder<CountedBytes>>> {
        if bytes.fill_buf()?.first() == Some(&GZIP[0]) {
            return Ok(Some(GzDecoder::new(bytes)));
        }
        loop {
            let chunk = bytes.fill_buf()?;
            if chunk.is_empty() {
                return Ok(None);
            }
            let zeros = chunk.iter().take_while(|&&byte| byte == 0).count();
            let is_padding = zeros == chunk.len();
            bytes.consume(zeros);
            if !is_padding {
                let place = bytes.taken;
                return Err(io::Error::other(Foreign { place }));
            }
        }
    }
}

impl Read for GzipMembers {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let count = member.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if let Some(member) = self.member.take() {
                self.member = GzipMembers::next_member(member.into_inner())?;
            }
        }
        Ok(0)
    }
}

/// Bytes, and how many of them are taken.
struct CountedBytes {
    bytes: Bytes,
    taken: u64,
}

impl Read for CountedBytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        self.taken += count as u64;
        Ok(count)
    }
}

impl BufRead for CountedBytes {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.bytes.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.bytes.consume(count);
        self.taken += count as u64;
    }
}

/// That something stands behind the compressed data which is none of it.
#[derive(Clone, Copy, Debug, ThisError)]
#[error("the data from byte {place} on is not gzip")]
struct Foreign {
    /// Bytes before it.
    place: u64,
}

/// That a zstd frame needs more memory than is given to it.
#[derive(Clone, Copy, Debug, ThisError)]
#[error("its window is {0} MiB, and 32 are allowed; unpack it into a pipe: zstd -dc --long=31")]
struct WideWindow(u64);

/// The content of zstd frames that stand one after the other, as `cat` and parallel compressors
/// leave them (RFC 8878, section 3): skippable frames are passed over, checksums compared.
struct ZstdFrames {
    bytes: Bytes,
    frame: FrameDecoder,
}

impl ZstdFrames {
    fn new(bytes: Bytes) -> ZstdFrames {
        let mut frame = FrameDecoder::new();
        frame.set_max_window_size(ZSTD_WINDOW);
        ZstdFrames { bytes, frame }
    }

    /// Goes on to the next frame; `false` after the last one.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.bytes.fill_buf()?.is_empty() {
            match self.frame.reset(&mut self.bytes) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let mut skipped = self.bytes.by_ref().take(length.into());
                    io::copy(&mut skipped, &mut io::sink())?;
                }
                Err(FrameDecoderError::WindowSizeTooBig { requested, .. }) => {
                    return Err(io::Error::other(WideWindow(requested >> 20)));
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }

    /// Compares the checksum of a frame that was read to its end, where it has one.
    fn check_sum(&self) -> io::Result<()> {
        let said = self.frame.get_checksum_from_data();
        if said.is_some() && said != self.frame.get_calculated_checksum() {
            return Err(io::Error::other("the checksum of a zstd frame is wrong"));
        }
        Ok(())
    }
}

impl Read for ZstdFrames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.frame.can_collect() == 0 {
            if !self.frame.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                let block = self.frame.decode_blocks(&mut self.bytes, one);
                block.map_err(io::Error::other)?;
                continue;
            }
            self.check_sum()?;
            if !self.next_frame()? {
                return Ok(0);
            }
        }
        self.frame.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::write::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    use std::io::{Cursor, Write};

    fn read(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        let unpacked = decompressed(Box::new(Cursor::new(bytes)))?;
        { unpacked.bytes }.read_to_end(&mut content)?;
        Ok(content)
    }

    fn zstd(content: &[u8]) -> Vec<u8> {
        compress_to_vec(content, CompressionLevel::Fastest)
    }

    #[test]
    fn gzip_and_plain_bytes_are_told_apart() -> io::Result<()> {
        let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(b"h8 i9")?;
        assert_eq!(read(gzip.finish()?)?, b"h8 i9");
        assert_eq!(read(b"h8 i9".to_vec())?, b"h8 i9");
        Ok(())
    }

    fn gzip(content: &[u8]) -> Vec<u8> {
        let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(content).expect("memory takes all");
        gzip.finish().expect("memory takes all")
    }

    #[test]
    fn gzip_may_have_members_and_zeros_behind_them() -> io::Result<()> {
        let members = [gzip(b"h8"), gzip(b""), gzip(b" i9")].concat();
        assert_eq!(read(members.clone())?, b"h8 i9");
        let padded = [members, vec![0; 100_000]].concat();
        assert_eq!(read(padded)?, b"h8 i9");
        Ok(())
    }

    #[test]
    fn anything_else_behind_gzip_is_an_error_at_its_place() {
        let member = gzip(b"h8 i9");
        for (behind, place) in [(&b"text"[..], 0), (b"\0\0text", 2), (&[0, 0x1f, 0x8b], 1)] {
            let file = [&member, behind].concat();
            let error = read(file).expect_err("something is behind").to_string();
            let byte = format!("from byte {} on", member.len() + place);
            assert!(error.contains(&byte), "{error}");
        }
        let broken = [&member[..], &[0x1f, 0x8c]].concat();
        assert!(read(broken).is_err());
    }

    #[test]
    fn frames_of_zstd_follow_each_other_and_skippable_ones_are_passed_over() -> io::Result<()> {
        let long: Vec<u8> = (0..300_000_u32).map(|i| (i % 251) as u8).collect();
        let skippable = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 7, 7, 7];
        let file = [zstd(&long), skippable.to_vec(), zstd(b""), zstd(b"h8")].concat();
        assert_eq!(read(file)?, [long, b"h8".to_vec()].concat());
        Ok(())
    }

    #[test]
    fn damage_is_an_error() {
        let file = zstd(b"h8 i9 g7 h8 i9 g7 h8 i9 g7");
        let cut = file[..file.len() - 6].to_vec();
        let error = read(cut).expect_err("it is cut");
        assert!(error.to_string().contains("ends too early"), "{error}");
        let mut checksum = file.clone();
        *checksum.last_mut().expect("a frame") ^= 1;
        let error = read(checksum).expect_err("the checksum");
        assert!(error.to_string().contains("checksum"), "{error}");
        assert!(read([file, b"text".to_vec()].concat()).is_err());
    }
}
