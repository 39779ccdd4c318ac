// The data of the benchmark: accounts and records, as values from seeded random numbers. `seed.mjs` enters it,
// `rows.mjs` requests it, and the checks compute the expected responses from it.
import { seededRandom } from './random.mjs';
import { wordsOf } from './words.mjs';

const UNITS_PER_PROJECT = 200;
const UNITS_PER_FLOOR = 10;

/** The password of all accounts of the fixture. */
export const PASSWORD = 'bench-desk-7431';
export const ADMIN = 'admin@bench.test';
export const ESTIMATORS = Array.from(
  { length: 12 },
  (_, at) => `estimator${String(at + 1).padStart(2, '0')}@bench.test`,
);

// Each area with its yearly rent per square foot in AED.
const AREAS = [
  ['Dubai Marina', 98],
  ['Downtown Dubai', 118],
  ['Palm Jumeirah', 125],
  ['Business Bay', 92],
  ['Jumeirah Village Circle', 68],
  ['Jumeirah Lake Towers', 79],
  ['Dubai Hills Estate', 96],
  ['Dubai Creek Harbour', 93],
  ['Al Furjan', 70],
  ['Arjan', 66],
  ['Dubai Sports City', 61],
  ['Dubai Silicon Oasis', 58],
  ['Dubai South', 55],
  ['International City', 52],
  ['Mirdif', 63],
  ['Motor City', 65],
  ['Town Square', 59],
  ['Al Barsha', 72],
  ['Meydan', 88],
  ['Bluewaters', 130],
];
const FIRST = [
  'Azure',
  'Crescent',
  'Golden',
  'Harbour',
  'Jasmine',
  'Lagoon',
  'Noor',
  'Oasis',
  'Pearl',
  'Rimal',
  'Saffron',
  'Zahra',
];
const SECOND = ['Gardens', 'Gate', 'Heights', 'Lofts', 'Park', 'Point', 'Residence', 'Square', 'Terraces', 'Tower'];
const BUILDERS = [
  'Al Bahr',
  'Al Qasr',
  'Emirates Urban',
  'Falcon',
  'Gulf Line',
  'Horizon',
  'Majlis',
  'Meraas Bay',
  'Sidra',
  'Wahat',
];
const TYPES = ['Apartments', 'Apartments', 'Apartments', 'Townhouses', 'Villas'];
const VIEWS = [
  'City view',
  'Community view',
  'Garden view',
  'Marina view',
  'Park view',
  'Pool view',
  'Sea view',
  'Burj Khalifa view',
];
const SHARED = ['Pool', 'Gym', 'Concierge', 'Playground', 'Sauna', 'Covered parking'];
const OWN = ["Maid's room", 'Balcony', 'Study', 'Private pool', 'Built-in wardrobes'];
const STATUSES = ['available', 'available', 'available', 'rented', 'rented', 'sold', 'reserved'];

const to = (step, value) => Math.round(value / step) * step;

/** The fixture with this number of units. */
export function fixtureOf(rows) {
  const developers = Array.from({ length: 25 }, (_, at) => `${BUILDERS[at % BUILDERS.length]} Properties ${at + 1}`);
  const projects = Array.from({ length: Math.ceil(rows / UNITS_PER_PROJECT) }, (_, at) => makeProject(at, developers));
  const units = Array.from({ length: rows }, (_, at) => makeUnit(at, projects, rows));
  return { developers, projects, units };
}

function makeProject(at, developers) {
  const random = seededRandom('project', at);
  const [area, rate] = random.one(AREAS);
  const day = `${2012 + random.below(17)}-${String(1 + random.below(12)).padStart(2, '0')}-15`;
  return {
    // Numbered, so that names are unique.
    name: `${random.one(FIRST)} ${random.one(SECOND)} ${at + 1}`,
    developer: random.one(developers),
    location: area,
    rate: rate * (0.85 + 0.3 * random.next()),
    projectType: random.one(TYPES),
    totalUnits: UNITS_PER_PROJECT,
    completionDate: day,
    amenities: random.shuffled(SHARED).slice(0, 2 + random.below(3)),
  };
}

function makeUnit(at, projects, rows) {
  const random = seededRandom('unit', at);
  const project = projects[Math.floor(at / UNITS_PER_PROJECT)];
  const index = at % UNITS_PER_PROJECT;
  const floor = 1 + Math.floor(index / UNITS_PER_FLOOR);
  const bedrooms = random.one([0, 1, 1, 1, 2, 2, 2, 3, 3, 4]);
  const area = Math.round(430 + 380 * bedrooms + 90 * random.normal() * Math.sqrt(1 + bedrooms) * 0.6);
  // Seeded rents are even, so that an odd one shows that a row has changed it.
  const rent = to(
    500,
    Math.max(20_000, Math.max(area, 300) * project.rate * (1 + floor / 200) * Math.exp(0.08 * random.normal())),
  );
  const balcony = random.below(3) === 0 ? null : 40 + random.below(120);
  const view = random.below(10) === 0 ? null : random.one(VIEWS);
  return {
    at,
    project: Math.floor(at / UNITS_PER_PROJECT),
    unitNumber: `${floor}${String(1 + (index % UNITS_PER_FLOOR)).padStart(2, '0')}`,
    bedrooms,
    floor,
    totalAreaInSqFt: Math.max(area, 300),
    balconyAreaInSqFt: balcony,
    view: view && [view, ...wordsOf(at, rows)].join(', '),
    purchasePriceInAED: to(1000, rent / (0.045 + 0.04 * random.next())),
    yearlyRentInAED: rent,
    serviceChargesPerSqFt: 8 + random.below(1600) / 100,
    amenities: random.shuffled(OWN).slice(0, random.below(3)),
    status: random.one(STATUSES),
  };
}

/** The number of estimators with an estimate of a unit: all but two. */
export const ESTIMATES_PER_UNIT = ESTIMATORS.length - 2;

/** The estimators with an estimate of each unit of a project; which ones are missing differs between projects. */
export function estimatorsOf(project) {
  const missing = [0, 1 + (project % 5)].map((step) => (project + step) % ESTIMATORS.length);
  return ESTIMATORS.map((_, at) => at).filter((at) => !missing.includes(at));
}

/** An estimator's estimate of a unit: each has a bias and a spread. */
export function estimate(unit, estimator) {
  const person = seededRandom('estimator', estimator);
  const [leaning, care] = [0.05 * person.normal(), 0.04 + 0.1 * person.next()];
  const random = seededRandom('figure', unit.at, estimator);
  const rent = to(500, unit.yearlyRentInAED * Math.exp(leaning + care * random.normal()));
  return {
    estimatedYearlyRentInAED: Math.min(5_000_000, Math.max(10_000, rent)),
    estimatedCapitalAppreciationPercentage: to(0.5, 4 + 3 * random.normal()),
    confidenceScore: to(5, 50 + 45 * random.next()),
  };
}

const consensusRents = new WeakMap();

/** The consensus rent of every unit: exp(median of the logarithms of its estimates). */
export function consensusOf(fixture) {
  if (!consensusRents.has(fixture)) {
    const rents = fixture.units.map((unit) => {
      const all = estimatorsOf(unit.project).map((one) => Math.log(estimate(unit, one).estimatedYearlyRentInAED));
      return Math.exp(median(all));
    });
    consensusRents.set(fixture, rents);
  }
  return consensusRents.get(fixture);
}

/** The median; for an even count the mean of the two in the middle. */
export function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
