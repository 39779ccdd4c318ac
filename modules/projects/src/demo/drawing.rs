//! Generates the pictures of the demo: towers by the water under three kinds of light.

use kernel::seeded::{SeededRandom, seed_of};

pub(super) const WIDTH: u32 = 720;
pub(super) const HEIGHT: u32 = 480;

/// The height of the shoreline, from the top.
const SHORE: f64 = 352.0;

type Colour = [f64; 3];

/// The time of day in a picture.
#[derive(Clone, Copy)]
pub(super) enum Light {
    Day,
    Dusk,
    Night,
}

struct Palette {
    zenith: Colour,
    horizon: Colour,
    /// The colour of the sun or moon.
    disc: Colour,
    far: Colour,
    near: Colour,
    water: Colour,
    /// The share of lit windows.
    lit: f64,
}

impl Light {
    fn palette(self) -> Palette {
        match self {
            Self::Day => Palette {
                zenith: [92.0, 158.0, 214.0],
                horizon: [222.0, 236.0, 243.0],
                disc: [255.0, 250.0, 226.0],
                far: [176.0, 200.0, 214.0],
                near: [226.0, 214.0, 194.0],
                water: [74.0, 142.0, 160.0],
                lit: 0.0,
            },
            Self::Dusk => Palette {
                zenith: [66.0, 66.0, 122.0],
                horizon: [248.0, 172.0, 116.0],
                disc: [255.0, 226.0, 164.0],
                far: [150.0, 106.0, 128.0],
                near: [88.0, 66.0, 92.0],
                water: [96.0, 76.0, 112.0],
                lit: 0.35,
            },
            Self::Night => Palette {
                zenith: [12.0, 18.0, 44.0],
                horizon: [50.0, 62.0, 104.0],
                disc: [236.0, 238.0, 228.0],
                far: [34.0, 42.0, 74.0],
                near: [24.0, 30.0, 54.0],
                water: [16.0, 26.0, 54.0],
                lit: 0.55,
            },
        }
    }
}

/// A tower: its left edge, its width, and the height of its roof.
struct Tower {
    left: f64,
    width: f64,
    roof: f64,
}

/// Draws the towers for `name` as red, green and blue of each pixel. The same name gives the same
/// picture.
pub(super) fn skyline(name: &str, light: Light) -> Vec<u8> {
    let mut random = SeededRandom::new(seed_of(name), 0, 0);
    let palette = light.palette();
    let sun = (
        random.between((105.0, 615.0)),
        random.between((90.0, 225.0)),
        random.between((25.0, 39.0)),
    );
    let mut row = |count: u32, heights: (f64, f64)| -> Vec<Tower> {
        let step = f64::from(WIDTH) / f64::from(count);
        let mut tower = |at: u32| {
            let width = step * random.between((0.5, 0.86));
            let left = f64::from(at) * step + random.between((0.0, step - width));
            Tower { left, width, roof: SHORE - random.between(heights) }
        };
        (0..count).map(&mut tower).collect()
    };
    let (far, near) = (row(16, (45.0, 140.0)), row(7, (90.0, 292.0)));
    let seed = random.between((0.0, 1000.0));
    let mut rgb = Vec::with_capacity((WIDTH * HEIGHT * 3) as usize);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let (x, y) = (f64::from(x), f64::from(y));
            // The water reflects what is above it, upside down and darker.
            let ripple = (y * 0.9).sin() * (y - SHORE).max(0.0) * 0.03;
            let seen = if y > SHORE { (x + ripple, 2.0 * SHORE - y) } else { (x, y) };
            let mut colour = sky(&palette, sun, seen);
            if let Some(tower) = at(&far, seen) {
                colour = window(&palette, tower, seen, seed, palette.far, 7.0);
            }
            if let Some(tower) = at(&near, seen) {
                colour = window(&palette, tower, seen, seed, palette.near, 11.0);
            }
            if y > SHORE {
                colour = mix(colour, palette.water, 0.62);
            }
            rgb.extend(colour.map(byte));
        }
    }
    rgb
}

fn sky(palette: &Palette, (sun_x, sun_y, radius): (f64, f64, f64), (x, y): (f64, f64)) -> Colour {
    let colour = mix(palette.zenith, palette.horizon, (y / SHORE).clamp(0.0, 1.0));
    let distance = (x - sun_x).hypot(y - sun_y);
    let glow = (1.0 - (distance - radius).max(0.0) / 195.0).max(0.0).powi(3) * 0.55;
    let edge = (radius + 1.0 - distance).clamp(0.0, 1.0);
    mix(colour, palette.disc, glow.max(edge))
}

fn at(towers: &[Tower], (x, y): (f64, f64)) -> Option<&Tower> {
    towers.iter().find(|tower| x >= tower.left && x < tower.left + tower.width && y >= tower.roof)
}

/// Returns the colour of a tower at this point: a wall, lighter on its left, or a window, which may
/// be lit.
fn window(
    palette: &Palette,
    tower: &Tower,
    (x, y): (f64, f64),
    seed: f64,
    wall: Colour,
    grid: f64,
) -> Colour {
    let (right, down) = (x - tower.left, y - tower.roof);
    let shade = right / tower.width;
    let wall = mix(wall, palette.zenith, 0.12 + 0.3 * shade);
    let is_window = right % grid > grid * 0.3 && down % grid > grid * 0.42;
    if !is_window || tower.width - right < grid * 0.4 || down < grid {
        return wall;
    }
    let number = (right / grid).floor() * 12.9898 + (down / grid).floor() * 78.233 + tower.left;
    let is_lit = ((number + seed).sin() * 43_758.545).fract().abs() < palette.lit;
    if is_lit { [255.0, 222.0, 150.0] } else { mix(wall, palette.zenith, 0.45) }
}

fn mix(one: Colour, other: Colour, part: f64) -> Colour {
    [0, 1, 2].map(|at| one[at] + (other[at] - one[at]) * part)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is held within what a byte takes"
)]
fn byte(value: f64) -> u8 {
    value.clamp(0.0, 255.0) as u8
}
