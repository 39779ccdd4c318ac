//! Decodes uploaded images and encodes them again. A picture contains only pixels: neither metadata
//! (where a photo was taken) nor anything that a browser could run is copied.
//!
//! A crate of its own, so that development builds optimise it. It knows no HTTP and no storage.
//!
//! JPEG, PNG and WebP are accepted: photos and drawings as phones, cameras and browsers make them,
//! each with a decoder in safe Rust. GIF and SVG are excluded on purpose (animation, scripts), HEIC
//! and AVIF because their decoders are C libraries.

mod jpeg;

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, RgbImage};

/// The longest side of the picture itself, in pixels: larger ones are scaled down.
pub const FULL: u32 = 4096;
/// The longest side of the large preview, in pixels.
pub const LARGE: u32 = 1280;
/// The longest side of the small preview, in pixels.
pub const SMALL: u32 = 320;

/// How many pixels a side may have at most.
pub const MOST_SIDE: u32 = 30_000;
/// How many times as long as wide a picture may be at most, or as wide as long.
pub const MOST_STRETCHED: u32 = 20;

/// How many bytes the rows may take that are scaled with the finest filter, between its two passes. A
/// larger picture is averaged instead, which needs no memory of its own.
const SCALING_BYTES: u64 = 128 << 20;

/// The quality of encoded JPEGs, from 1 to 100.
const QUALITY: u8 = 85;

/// Why bytes are rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Neither JPEG nor PNG nor WebP by its content, whatever the file name is.
    Unknown,
    /// It cannot be decoded completely.
    Damaged,
    /// It has more pixels than the limit.
    TooManyPixels,
    /// A side is longer than [`MOST_SIDE`], or than [`MOST_STRETCHED`] times the other one.
    TooLong,
}

/// How a picture is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// A photo.
    Jpeg,
    /// A drawing, or a picture with transparency.
    Png,
}

impl Encoding {
    /// Returns its media type.
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }
}

/// A picture in its three sizes.
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The encoding of the picture.
    pub kind: Encoding,
    /// The encoding of its previews.
    pub preview_kind: Encoding,
    /// The picture itself, at most [`FULL`] on each side.
    pub full: Vec<u8>,
    /// At most [`LARGE`].
    pub large: Vec<u8>,
    /// At most [`SMALL`].
    pub small: Vec<u8>,
}

/// Decodes an upload and encodes it in three sizes. The type is detected by the content; the number
/// of pixels is read from the header, before memory is allocated for them. A JPEG and a PNG keep
/// their type; a WebP becomes a PNG when it has transparency, otherwise a JPEG. Of an animation the
/// first frame is used.
///
/// It takes at most twelve bytes for each pixel, of a PNG with sixteen bits in each channel, and
/// `SCALING_BYTES`.
///
/// # Errors
/// When the bytes are not such a picture, have more than `most_pixels`, or a side that is too long.
pub fn read(bytes: &[u8], most_pixels: u64) -> Result<Picture, Refusal> {
    // A panic of a decoder must not be more than a rejection.
    catch_unwind(AssertUnwindSafe(|| decode(bytes, most_pixels))).unwrap_or(Err(Refusal::Damaged))
}

/// Makes a photo from the red, green and blue of each pixel; `None` when their number does not
/// match.
pub fn of_pixels(width: u32, height: u32, rgb: Vec<u8>) -> Option<Picture> {
    let image = DynamicImage::ImageRgb8(RgbImage::from_raw(width, height, rgb)?);
    encode(image, Encoding::Jpeg).ok()
}

fn decode(bytes: &[u8], most_pixels: u64) -> Result<Picture, Refusal> {
    let format = match image::guess_format(bytes) {
        Ok(format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP)) => format,
        _ => return Err(Refusal::Unknown),
    };
    // The decoder fills missing parts with grey.
    if format == ImageFormat::Jpeg && !jpeg::is_whole(bytes) {
        return Err(Refusal::Damaged);
    }
    let mut limits = Limits::no_limits();
    // A pixel takes at most eight bytes, and progressive JPEG stores coefficients.
    limits.max_alloc = Some(most_pixels.saturating_mul(8).saturating_add(64 << 20));
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refusal)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > most_pixels {
        return Err(Refusal::TooManyPixels);
    }
    let (short, long) = (width.min(height), width.max(height));
    if long > MOST_SIDE || long > short.saturating_mul(MOST_STRETCHED) {
        return Err(Refusal::TooLong);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder).map_err(refusal)?;
    image.apply_orientation(orientation);
    let image = plain(image);
    let kind = match format {
        ImageFormat::Jpeg => Encoding::Jpeg,
        ImageFormat::Png => Encoding::Png,
        _ => preview_kind(&image),
    };
    encode(image, kind)
}

fn refusal(error: ImageError) -> Refusal {
    match error {
        ImageError::Limits(_) => Refusal::TooManyPixels,
        _ => Refusal::Damaged,
    }
}

/// Converts to eight bits per channel, with an alpha channel only where a pixel is transparent.
fn plain(image: DynamicImage) -> DynamicImage {
    if image.color().has_alpha() {
        let rgba = image.into_rgba8();
        if rgba.pixels().any(|pixel| pixel.0[3] < u8::MAX) {
            return DynamicImage::ImageRgba8(rgba);
        }
        return DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(rgba).into_rgb8());
    }
    DynamicImage::ImageRgb8(image.into_rgb8())
}

fn preview_kind(image: &DynamicImage) -> Encoding {
    if image.color().has_alpha() { Encoding::Png } else { Encoding::Jpeg }
}

fn encode(image: DynamicImage, kind: Encoding) -> Result<Picture, Refusal> {
    let preview_kind = preview_kind(&image);
    let image = within(image, FULL);
    let (width, height) = (image.width(), image.height());
    let full = encoded(&image, kind)?;
    let image = within(image, LARGE);
    let large = encoded(&image, preview_kind)?;
    let small = encoded(&within(image, SMALL), preview_kind)?;
    Ok(Picture { width, height, kind, preview_kind, full, large, small })
}

/// Scales down so that no side is longer than `side`.
fn within(image: DynamicImage, side: u32) -> DynamicImage {
    if image.width() <= side && image.height() <= side {
        return image;
    }
    // Between the passes each pixel has four numbers of four bytes, in all columns and the rows to be.
    let longest = u64::from(image.width().max(image.height()));
    let rows = u64::from(image.height()) * u64::from(side) / longest;
    if u64::from(image.width()) * rows * 16 > SCALING_BYTES {
        return image.thumbnail(side, side);
    }
    image.resize(side, side, FilterType::CatmullRom)
}

fn encoded(image: &DynamicImage, kind: Encoding) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    let encoded = match kind {
        Encoding::Jpeg => {
            image.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, QUALITY))
        }
        Encoding::Png => image.write_with_encoder(PngEncoder::new_with_quality(
            &mut bytes,
            CompressionType::Default,
            PngFilter::Adaptive,
        )),
    };
    encoded.map_err(|_| Refusal::Damaged)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests;
