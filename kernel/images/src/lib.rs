//! Makes pictures out of uploaded bytes. A picture holds pixels and nothing else: whatever was
//! uploaded is decoded and encoded again, so that neither metadata (where a photo was taken) nor
//! anything that a browser could run gets through.
//!
//! A crate of its own, so that development builds optimise it. It knows no HTTP and no storage.
//!
//! Accepted are JPEG, PNG and WebP: photos and drawings as phones, cameras and browsers make them, each
//! with a decoder written in safe Rust. GIF and SVG are left out on purpose (animation, scripts), HEIC and
//! AVIF because their decoders are C libraries.

mod jpeg;

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, RgbImage};

/// The longest side of the picture itself, in pixels: larger ones are made smaller.
pub const FULL: u32 = 4096;
/// The longest side of the large preview.
pub const LARGE: u32 = 1280;
/// The longest side of the small preview.
pub const SMALL: u32 = 320;

/// How good a JPEG is, of 100.
const QUALITY: u8 = 85;

/// Why bytes do not become a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Neither JPEG nor PNG nor WebP, whatever the name says.
    Unknown,
    /// It cannot be decoded to its end.
    Damaged,
    /// More pixels than there may be.
    TooManyPixels,
}

/// How a picture is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A photo.
    Jpeg,
    /// A drawing, or something one can see through.
    Png,
}

impl Kind {
    /// Its media type.
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
    /// How it is encoded.
    pub kind: Kind,
    /// How its previews are encoded.
    pub preview_kind: Kind,
    /// The picture itself, at most [`FULL`] on each side.
    pub full: Vec<u8>,
    /// At most [`LARGE`].
    pub large: Vec<u8>,
    /// At most [`SMALL`].
    pub small: Vec<u8>,
}

/// Makes a picture out of what was uploaded. The type is judged by the content; the number of pixels
/// by the head, before any memory is taken for them. A JPEG stays one; a PNG stays one; of a WebP it
/// is what shows it best. Of an animation the first frame is taken.
///
/// # Errors
/// When the bytes are not such a picture, or have more than `most_pixels`.
pub fn read(bytes: &[u8], most_pixels: u64) -> Result<Picture, Refusal> {
    // A decoder that meets what its authors did not think of must not be more than a refusal.
    catch_unwind(AssertUnwindSafe(|| decode(bytes, most_pixels))).unwrap_or(Err(Refusal::Damaged))
}

/// Makes a picture, a photo, out of the red, green and blue of each pixel; `None` when there are not
/// as many as there should be.
pub fn of_pixels(width: u32, height: u32, rgb: Vec<u8>) -> Option<Picture> {
    let image = DynamicImage::ImageRgb8(RgbImage::from_raw(width, height, rgb)?);
    encode(image, Kind::Jpeg).ok()
}

fn decode(bytes: &[u8], most_pixels: u64) -> Result<Picture, Refusal> {
    let format = match image::guess_format(bytes) {
        Ok(format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP)) => format,
        _ => return Err(Refusal::Unknown),
    };
    // The decoder fills what is missing with grey.
    if format == ImageFormat::Jpeg && !jpeg::is_whole(bytes) {
        return Err(Refusal::Damaged);
    }
    let mut limits = Limits::no_limits();
    // Eight bytes are the most that a pixel takes, and progressive JPEG keeps coefficients.
    limits.max_alloc = Some(most_pixels.saturating_mul(8).saturating_add(64 << 20));
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refusal)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > most_pixels {
        return Err(Refusal::TooManyPixels);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder).map_err(refusal)?;
    image.apply_orientation(orientation);
    let image = plain(image);
    let kind = match format {
        ImageFormat::Jpeg => Kind::Jpeg,
        ImageFormat::Png => Kind::Png,
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

/// Eight bits for each colour, and transparency only where something can be seen through.
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

fn preview_kind(image: &DynamicImage) -> Kind {
    if image.color().has_alpha() { Kind::Png } else { Kind::Jpeg }
}

fn encode(image: DynamicImage, kind: Kind) -> Result<Picture, Refusal> {
    let preview_kind = preview_kind(&image);
    let image = within(image, FULL);
    let (width, height) = (image.width(), image.height());
    let full = encoded(&image, kind)?;
    let image = within(image, LARGE);
    let large = encoded(&image, preview_kind)?;
    let small = encoded(&within(image, SMALL), preview_kind)?;
    Ok(Picture { width, height, kind, preview_kind, full, large, small })
}

/// The same with no side longer than `side`.
fn within(image: DynamicImage, side: u32) -> DynamicImage {
    if image.width() <= side && image.height() <= side {
        return image;
    }
    image.resize(side, side, FilterType::CatmullRom)
}

fn encoded(image: &DynamicImage, kind: Kind) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    let encoded = match kind {
        Kind::Jpeg => image.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, QUALITY)),
        Kind::Png => image.write_with_encoder(PngEncoder::new_with_quality(
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
