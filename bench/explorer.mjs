// What the explorer is asked.
import { seededRandom } from './random.mjs';
import { filterOf, get, query } from './product.mjs';

/** The number of questions before they repeat. */
const MANY = 20_000;

const EXPLORE = '/api/analytics/explore?dataset=units';
const BY_PROJECT = `${EXPLORE}&measures=rent&measures=grossYield&measures=units&rows=project&limit=1000`;
const BY_PROJECT_AND_BEDROOMS = `${EXPLORE}&measures=units&measures=rent&rows=project&cols=bedrooms&limit=1000`;

/** Prices up to an end; {n} is a different number each time. */
const ENDS = Array.from({ length: 1_000 }, (_, at) => 1_500_000 + 4_001 * at);

function ranges(path) {
  return ENDS.map((secondValue) => {
    const filters = filterOf({ field: 'purchasePriceInAED', operator: 'between', value: 0, secondValue });
    return `${path}&${query({ filters })}`.replace('%22value%22%3A0', '%22value%22%3A{n}');
  });
}

const mixed = (paths) => seededRandom('ranges').shuffled(paths).map(get);

/** Rents and yields by project within a price range that differs each time. */
export const projectsWithin = () => mixed(ranges(BY_PROJECT));

/** Units and rents by project and bedrooms. */
export const groups = () => [get(BY_PROJECT_AND_BEDROOMS)];

/** The same within a price range that differs each time. */
export const groupsWithin = () => mixed(ranges(BY_PROJECT_AND_BEDROOMS));

const dataset = ({ datasets }, name) => datasets.find((one) => one.name === name);

/** The dataset of estimates with its measures and dimensions. */
export const ofEstimates = ({ explorer }) => dataset(explorer, 'assessments');

/** The dataset of units, without measures of estimates. */
export function ofUnits({ explorer }) {
  const units = dataset(explorer, 'units');
  const { measures } = dataset(explorer, 'assessments');
  const dimensions = units.dimensions.filter((name) => name !== 'estimator');
  return { ...units, dimensions, measures: units.measures.filter((name) => !measures.includes(name)) };
}

/** Up to four measures by `axes` dimensions: all dimensions in turn, in every order, and no query twice. */
export function questions({ explorer }, { name, measures, dimensions }, axes) {
  const sorted = (one) => ['row:asc', `${one}:desc`];
  const pairs = dimensions.flatMap((rows) =>
    axes === 1 ? [{ rows }] : dimensions.filter((cols) => cols !== rows).map((cols) => ({ rows, cols })),
  );
  if (explorer.dimensions.length < dimensions.length)
    throw new Error('A dataset has dimensions that the document does not have');
  return Array.from({ length: MANY }, (_, at) => {
    const random = seededRandom('question', name, axes, at);
    const some = random.shuffled(measures).slice(0, 1 + random.below(4));
    const params = new URLSearchParams({ dataset: name, ...random.one(pairs) });
    for (const measure of some) params.append('measures', measure);
    params.set('sort', random.one(sorted(some[0])));
    params.set('limit', String(100 + (at % 900)));
    return get(`/api/analytics/explore?${params}`);
  });
}

/** Units and rents by any two dimensions, filtered by another price each time. */
export function anyGroups(given) {
  const units = ofUnits(given);
  const paths = questions(given, { ...units, measures: ['units', 'rent'] }, 2).map(([, path]) => path);
  return paths.slice(0, ENDS.length * 4).map((path, at) => {
    const filters = filterOf({
      field: 'purchasePriceInAED',
      operator: 'between',
      value: 0,
      secondValue: ENDS[at % ENDS.length] * 10,
    });
    return get(`${path}&${query({ filters })}`.replace('%22value%22%3A0', '%22value%22%3A{n}'));
  });
}
