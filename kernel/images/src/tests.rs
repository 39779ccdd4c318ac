use image::codecs::webp::WebPEncoder;
use image::{Rgb, RgbaImage};

use super::*;

const MANY: u64 = 1_000_000;

/// Red on the left, blue on the right, so that its orientation is visible.
fn photo(width: u32, height: u32) -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, _| {
        if x < width / 2 { Rgb([250, 10, 10]) } else { Rgb([10, 10, 250]) }
    }))
}

fn jpeg(image: &DynamicImage) -> Vec<u8> {
    encoded(image, Encoding::Jpeg).unwrap()
}

/// Adds a metadata segment with a location, and with the orientation that lies on its side.
fn with_exif(jpeg: &[u8]) -> Vec<u8> {
    let mut exif =
        b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
    exif.extend(b"GPS 25.0772N 55.1367E");
    // A preview inside the metadata has its own end marker.
    exif.extend([0xff, 0xd8, 0xff, 0xd9]);
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat()
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|window| window == what)
}

#[test]
fn a_picture_has_three_sizes_and_none_is_made_larger() {
    let picture = read(&jpeg(&photo(1600, 800)), 2 * MANY).unwrap();
    assert_eq!((picture.width, picture.height, picture.kind), (1600, 800, Encoding::Jpeg));
    let size = |bytes: &[u8]| {
        let image = image::load_from_memory(bytes).unwrap();
        (image.width(), image.height())
    };
    assert_eq!(size(&picture.large), (1280, 640));
    assert_eq!(size(&picture.small), (320, 160));
    let little = read(&jpeg(&photo(20, 10)), MANY).unwrap();
    assert_eq!((size(&little.full), size(&little.small)), ((20, 10), (20, 10)));
    let huge = read(&jpeg(&photo(5000, 250)), 2 * MANY).unwrap();
    assert_eq!((huge.width, huge.height), (4096, 205));
}

#[test]
fn a_side_that_is_too_long_is_refused_before_it_is_decoded() {
    let png = |width, height| {
        let mut bytes = Vec::new();
        photo(1, 1).write_with_encoder(PngEncoder::new(&mut bytes)).unwrap();
        // The header has width and height after its length and name, and a checksum of all that.
        bytes[16..20].copy_from_slice(&u32::to_be_bytes(width));
        bytes[20..24].copy_from_slice(&u32::to_be_bytes(height));
        let sum = crc32(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&sum.to_be_bytes());
        bytes
    };
    for (width, height) in
        [(50_000_000, 1), (1, 50_000_000), (30_001, 1_600), (2_100, 100), (100, 2_100)]
    {
        let refused = read(&png(width, height), 50 * MANY).err();
        assert_eq!(refused, Some(Refusal::TooLong), "{width} × {height}");
    }
    // What is within the limits is decoded, and then found to be damaged.
    for (width, height) in [(30_000, 1_500), (2_000, 100), (100, 2_000)] {
        let refused = read(&png(width, height), 50 * MANY).err();
        assert_eq!(refused, Some(Refusal::Damaged), "{width} × {height}");
    }
}

/// The checksum of a part of a PNG file.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), step))
}

#[test]
fn a_picture_too_large_for_the_finest_filter_is_averaged() {
    let wide = within(photo(7_000, 5_000), FULL);
    assert_eq!((wide.width(), wide.height()), (4096, 2926));
    let wide = wide.into_rgb8();
    assert!(wide.get_pixel(10, 10).0[0] > 200 && wide.get_pixel(4_000, 2_900).0[2] > 200);
}

#[test]
fn metadata_is_removed_and_the_picture_is_upright() {
    let upload = with_exif(&jpeg(&photo(40, 20)));
    assert!(contains(&upload, b"GPS"));
    let picture = read(&upload, MANY).unwrap();
    assert_eq!((picture.width, picture.height), (20, 40));
    for bytes in [&picture.full, &picture.large, &picture.small] {
        assert!(!contains(bytes, b"GPS") && !contains(bytes, b"Exif"));
    }
    // The left side is now at the top.
    let image = image::load_from_memory(&picture.full).unwrap().into_rgb8();
    assert!(image.get_pixel(10, 5).0[0] > 200 && image.get_pixel(10, 35).0[2] > 200);
}

#[test]
fn data_after_or_inside_a_picture_is_not_copied() {
    let script = b"<html><script>alert(1)</script>";
    let polyglot = [jpeg(&photo(20, 20)).as_slice(), script].concat();
    let mut commented = jpeg(&photo(20, 20));
    let length = u16::try_from(script.len() + 2).unwrap().to_be_bytes();
    commented.splice(2..2, [&[0xff, 0xfe], &length[..], script].concat());
    for upload in [polyglot, commented] {
        assert!(contains(&upload, b"<script>"));
        assert!(!contains(&read(&upload, MANY).unwrap().full, b"<script>"));
    }
}

#[test]
fn encoding_follows_the_content() {
    let mut webp = Vec::new();
    photo(30, 30).write_with_encoder(WebPEncoder::new_lossless(&mut webp)).unwrap();
    assert_eq!(read(&webp, MANY).unwrap().kind, Encoding::Jpeg);
    let opaque = encoded(&photo(30, 30), Encoding::Png).unwrap();
    let picture = read(&opaque, MANY).unwrap();
    assert_eq!((picture.kind, picture.preview_kind), (Encoding::Png, Encoding::Jpeg));
    let glass = DynamicImage::ImageRgba8(RgbaImage::from_pixel(9, 9, image::Rgba([1, 2, 3, 100])));
    let picture = read(&encoded(&glass, Encoding::Png).unwrap(), MANY).unwrap();
    assert_eq!((picture.kind, picture.preview_kind), (Encoding::Png, Encoding::Png));
}

#[test]
fn incomplete_or_foreign_files_are_rejected() {
    let whole = with_exif(&jpeg(&photo(64, 64)));
    let png = encoded(&photo(64, 64), Encoding::Png).unwrap();
    let refusal = |bytes: &[u8]| read(bytes, MANY).err();
    assert_eq!(refusal(b""), Some(Refusal::Unknown));
    assert_eq!(refusal(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), Some(Refusal::Unknown));
    assert_eq!(refusal(b"<!doctype html><p>photo.jpg"), Some(Refusal::Unknown));
    assert_eq!(refusal(b"GIF89a\x01\0\x01\0"), Some(Refusal::Unknown));
    for length in [4, 40, whole.len() / 2, whole.len() - 2] {
        assert_eq!(refusal(&whole[..length]), Some(Refusal::Damaged), "{length} bytes");
    }
    for length in [9, 40, png.len() / 2] {
        assert_eq!(refusal(&png[..length]), Some(Refusal::Damaged), "{length} bytes");
    }
}

#[test]
fn header_with_many_pixels_allocates_no_memory() {
    let mut png = encoded(&photo(2, 2), Encoding::Png).unwrap();
    // Width and height, with an invalid checksum.
    png[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
    assert!(matches!(read(&png, MANY), Err(Refusal::TooManyPixels | Refusal::Damaged)));
    let large = jpeg(&photo(1001, 1000));
    assert_eq!(read(&large, MANY).err(), Some(Refusal::TooManyPixels));
}
