//! LZ4 frames around databases and training samples: unpacks them where the first bytes show one.

use std::io::{self, BufRead, BufReader, Read};

use lz4_flex::frame::FrameDecoder;

use super::parsed::ByteStream;

/// The first bytes of an LZ4 frame.
pub(super) const LZ4_FRAME: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];

/// What a frame holds, or the bytes as they are. Frames may follow each other.
///
/// # Errors
///
/// If the first bytes cannot be read.
pub(super) fn unframed(mut input: ByteStream<'_>) -> io::Result<ByteStream<'_>> {
    if input.fill_buf()?.starts_with(&LZ4_FRAME) {
        Ok(Box::new(BufReader::new(FrameDecoder::new(input))))
    } else {
        Ok(input)
    }
}

/// What the beginning of a frame holds, as far as it can be unpacked.
pub(super) fn beginning(bytes: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    let mut frame = FrameDecoder::new(bytes).take(super::parsed::DETECTION_BYTES as u64);
    // What was unpacked before an error is kept.
    let _ = frame.read_to_end(&mut content);
    content
}
