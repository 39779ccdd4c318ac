//! Bodies in memory that are sent in slices.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, MessageBody};
use actix_web::web::Bytes;
use serde::Serialize;

use crate::base::error::{Error, Result};

/// How many bytes of a body are handed to the connection at once. It copies them: a whole body
/// would cost each connection as much memory again.
const SLICE: usize = 64 * 1024;

/// A body that is sent in slices. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Slices(VecDeque<Bytes>);

impl Slices {
    /// Writes a value as JSON, without copying what is written into a larger buffer again and again.
    pub(crate) fn json(value: &impl Serialize) -> Result<Self> {
        let mut writer = Writer::default();
        serde_json::to_writer(&mut writer, value).map_err(Error::internal)?;
        writer.end();
        Ok(Self(writer.full))
    }

    /// Returns the number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(Bytes::len).sum()
    }
}

impl From<Bytes> for Slices {
    fn from(bytes: Bytes) -> Self {
        Self([bytes].into())
    }
}

impl MessageBody for Slices {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.len() as u64)
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let slice = match self.0.front_mut() {
            Some(first) if first.len() > SLICE => Some(first.split_to(SLICE)),
            _ => self.0.pop_front(),
        };
        Poll::Ready(slice.map(Ok))
    }

    fn try_into_bytes(mut self) -> Result<Bytes, Self> {
        match self.0.len() {
            0 | 1 if self.len() <= SLICE => Ok(self.0.pop_front().unwrap_or_default()),
            _ => Err(self),
        }
    }
}

/// Writes slices.
#[derive(Default)]
struct Writer {
    full: VecDeque<Bytes>,
    slice: Vec<u8>,
}

impl Writer {
    /// Makes room for some bytes: in this slice, which is small at first, or in the next one.
    #[cold]
    fn make_room(&mut self, bytes: usize) {
        if !self.slice.is_empty() && self.slice.len() + bytes > SLICE {
            self.end();
            self.slice.reserve_exact(SLICE.max(bytes));
        } else {
            self.slice.reserve(bytes);
        }
    }

    fn end(&mut self) {
        let slice = std::mem::take(&mut self.slice);
        self.full.push_back(slice.into());
    }
}

impl io::Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    /// JSON is written in small pieces: of a name, a number, a comma.
    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.len() > self.slice.capacity() - self.slice.len() {
            self.make_room(bytes.len());
        }
        self.slice.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;

    use super::*;

    #[actix_web::test]
    async fn what_is_written_is_sent_whole_whatever_its_size() {
        for count in [0, 1, 9_000, 200_000] {
            let texts: Vec<String> = (0..count).map(|number| format!("number {number}")).collect();
            let expected = serde_json::to_vec(&texts).unwrap();
            let slices = Slices::json(&texts).unwrap();
            assert_eq!(slices.len(), expected.len());
            assert_eq!(slices.size(), BodySize::Sized(expected.len() as u64));
            assert!(slices.0.iter().all(|slice| (1..=SLICE).contains(&slice.len())));
            let whole = Slices::from(Bytes::from(expected.clone()));
            for body in [slices.clone(), slices, whole] {
                assert_eq!(to_bytes(body).await.unwrap(), expected);
            }
        }
    }

    #[test]
    fn a_small_body_is_no_stream_and_a_large_one_stays_as_it_was() {
        let small = Slices::json(&"small").unwrap();
        assert_eq!(small.try_into_bytes().unwrap(), "\"small\"");
        let large = Slices::json(&vec![0; SLICE]).unwrap();
        let again = large.clone().try_into_bytes().unwrap_err();
        assert_eq!(again.0, large.0);
        assert!(again.0.len() > 2);
    }
}
