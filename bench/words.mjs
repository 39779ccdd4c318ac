// The words that searches look for: each is in the view of about so many units.
//
// At 100,000 units they are as frequent as their name says; more units have the same number of each, so that a search
// costs the same number of matches, and fewer units have in proportion fewer.
import { seededRandom } from './random.mjs';

const UNITS = 100_000;

/** The part of units that have a view at all; only those have words. */
const WITH_VIEW = 0.9;

// No word is part of another, of a view or of a name of the fixture.
const SYLLABLES = ['zu', 'qe', 'vo', 'xi', 'ka', 'wy', 'ju', 'fe'];

/** Fifty words of three syllables, such as names of former owners. */
const RARE = Array.from({ length: 50 }, (_, at) => {
  const letters = [at % 8, Math.floor(at / 8), (at * 5 + 3) % 8].map((one) => SYLLABLES[one]);
  return letters.join('');
});

/** Words by the number of units of 100,000 that contain each. */
export const WORDS = {
  10: RARE,
  1000: [
    'aquarium',
    'atrium',
    'beachside',
    'boulevard',
    'canal',
    'creekside',
    'fairway',
    'fountain',
    'hillside',
    'lakefront',
    'mangrove',
    'minaret',
    'mosque',
    'museum',
    'orchard',
    'plaza',
    'promenade',
    'racecourse',
    'rooftop',
    'stadium',
  ],
  10000: ['corner', 'courtyard', 'duplex', 'skyline', 'sunset'],
  50000: ['vacant', 'upgraded'],
};

/** What about 5,000 units each say in Arabic: the sea, a garden, a quiet street. */
export const ARABIC = ['إطلالة على البحر', 'مطل على حديقة', 'شارع هادئ'];
const ARABIC_UNITS = 5_000;

/** The words of unit `at` of so many, in the order in which they are written. */
export function wordsOf(at, rows) {
  const random = seededRandom('words', at);
  const part = (units) => units / Math.max(rows, UNITS) / WITH_VIEW;
  // One word of the frequent ones and one of the others at most, so that views stay a dimension with some hundred values.
  const draw = (groups) => {
    let left = random.next();
    for (const [words, units] of groups) {
      const chosen = Math.floor(left / part(units));
      if (chosen < words.length) return [words[chosen]];
      left -= words.length * part(units);
    }
    return [];
  };
  const others = [
    [WORDS[10000], 10_000],
    [WORDS[1000], 1_000],
    [ARABIC, ARABIC_UNITS],
    [WORDS[10], 10],
  ];
  return [...draw([[WORDS[50000], 50_000]]), ...draw(others)];
}
