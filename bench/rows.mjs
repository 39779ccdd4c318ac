// The rows of the table: the requests of each. `checks.mjs` has the expected responses.
import * as checks from './checks.mjs';
import { seededRandom } from './random.mjs';
import { ESTIMATORS } from './fixture.mjs';
import * as written from './written.mjs';

const UNITS = '/api/backoffice/units';
const PAGE = 20;

/** The number of requests of a row before they repeat. */
const MANY = 20_000;

/** The number of units that R6 changes: each is read before, for its If-Match. */
const CHANGED = 10_000;

const query = (parameters) => new URLSearchParams(parameters).toString();
const filter = (...conditions) => JSON.stringify({ operator: 'AND', conditions });
const get = (path) => ['GET', path];

/** The units of one project with a number of bedrooms, by price. */
const filtered = (project, bedrooms) =>
  `${UNITS}?${query({
    filters: filter(
      { field: 'project', operator: 'equals', value: project },
      { field: 'bedrooms', operator: 'equals', value: bedrooms },
    ),
    sort: 'purchasePriceInAED:desc',
    limit: PAGE,
  })}`;

/** The first page after this offset; after half of the units when there are fewer than 100,000. */
const firstDeepPage = (rows) => Math.min(50_000, Math.floor(rows / 2 / PAGE) * PAGE) / PAGE + 1;

/** Prefixes and infixes of project names, as users type them; one in ten is a view, which thousands of units have. */
function terms({ projects }) {
  return Array.from({ length: 2_000 }, (_, at) => {
    const random = seededRandom('term', at);
    if (at % 10 === 0) return random.one(['marina vi', 'sea view', 'PARK', 'burj khalifa', 'den view', 'pool']);
    const { name } = random.one(projects);
    const from = random.below(name.length - 5);
    // Up to the end of the name, whose number narrows the result to some hundreds.
    return name.slice(from);
  });
}

const EXPLORE = `/api/analytics/explore?dataset=units&measures=rent&measures=grossYield&measures=units&rows=project&limit=1000`;

/** The same query of units within a price range; {n} is a different number each time. */
function ranges() {
  return Array.from({ length: 1_000 }, (_, at) => {
    const filters = filter({
      field: 'purchasePriceInAED',
      operator: 'between',
      value: 0,
      secondValue: 1_500_000 + 4_001 * at,
    });
    return `${EXPLORE}&${query({ filters })}`.replace('%22value%22%3A0', '%22value%22%3A{n}');
  });
}

/**
 * A row. `writes` names the resource whose history grows, `before` prepares its requests. `peer` is the best result of
 * existing products with 16 clients on two shared cores, in requests per second; null without a comparison.
 */
export const ROWS = [
  {
    name: 'R1',
    what: 'first page of units, exact total',
    peer: 500,
    operation: 'unit_list',
    requests: () => [get(UNITS)],
    check: checks.firstPage,
  },
  {
    name: 'R2',
    what: 'two filters, sorted by price, total',
    peer: 2_200,
    operation: 'unit_list',
    requests: ({ projects }, ids) =>
      seededRandom('filters').shuffled(
        projects.flatMap((_, at) => [0, 1, 2, 3, 4].map((bedrooms) => get(filtered(ids.projects[at], bedrooms)))),
      ),
    check: checks.filtered,
  },
  {
    name: 'R3',
    what: 'a page at offset 50,000',
    peer: 210,
    operation: 'unit_list',
    requests: ({ units }) =>
      Array.from({ length: 100 }, (_, at) => get(`${UNITS}?page=${firstDeepPage(units.length) + ((at * 37) % 100)}`)),
    check: checks.deepPage,
  },
  {
    name: 'R4',
    what: 'substring search, total',
    peer: 55,
    operation: 'unit_list',
    requests: (fixture) => terms(fixture).map((search) => get(`${UNITS}?${query({ search })}`)),
    check: checks.search,
  },
  {
    name: 'R5',
    what: 'one unit',
    peer: 6_000,
    operation: 'unit_view',
    requests: (_, ids) =>
      seededRandom('views')
        .shuffled(ids.units)
        .slice(0, MANY)
        .map((id) => get(`${UNITS}/${id}`)),
    check: checks.view,
  },
  {
    name: 'R6',
    what: 'change one field',
    peer: 2_800,
    operation: 'unit_update',
    writes: 'units',
    requests: (_, ids) =>
      seededRandom('changes')
        .shuffled(ids.units)
        .slice(0, CHANGED)
        .map((id) => ['PATCH', `${UNITS}/${id}`, 1, '{"yearlyRentInAED":{n}}']),
    before: written.matched,
    check: written.change,
    after: written.changed,
  },
  {
    name: 'R7',
    what: 'save an assessment',
    peer: 3_500,
    operation: 'assessment_save',
    needs: 'assessment_save',
    writes: 'estimations',
    people: ESTIMATORS,
    requests: (fixture, ids) => Array.from({ length: 8 * MANY }, (_, at) => saved(at, fixture, ids)),
    check: written.save,
    after: written.saved,
  },
  {
    name: 'R8',
    what: 'explorer by project, one query',
    peer: 45,
    operation: 'analytics_explore',
    needs: 'analytics_explore',
    requests: () => [get(EXPLORE)],
    check: checks.explore,
  },
  {
    name: 'R8V',
    what: 'explorer by project, no query twice',
    peer: null,
    // Each keeps a core busy for a while: more at the same time would only wait for each other, and be rejected with
    // 503.
    mostClients: 1,
    operation: 'analytics_explore',
    needs: 'analytics_explore',
    requests: () => seededRandom('ranges').shuffled(ranges()).map(get),
    check: checks.exploreRange,
  },
  {
    name: 'R9',
    what: 'measures of units, one dimension',
    peer: null,
    mostClients: 1,
    operation: 'analytics_explore',
    needs: 'analytics_explore',
    requests: (_, __, explorer) => questions(explorer, ofUnits(explorer), 1),
    check: checks.exploreAny,
  },
  {
    name: 'R10',
    what: 'measures of units, two dimensions',
    peer: null,
    mostClients: 1,
    operation: 'analytics_explore',
    needs: 'analytics_explore',
    requests: (_, __, explorer) => questions(explorer, ofUnits(explorer), 2),
    check: checks.exploreAny,
  },
  {
    name: 'R11',
    what: 'measures of estimates, one dimension',
    peer: null,
    mostClients: 1,
    operation: 'analytics_explore',
    needs: 'analytics_explore',
    requests: (_, __, explorer) => questions(explorer, ofEstimates(explorer), 1),
    check: checks.exploreEstimates,
  },
  {
    name: 'R12',
    what: 'the measures of the index',
    peer: null,
    mostClients: 1,
    // A response may be cached for a second.
    pause: 1.1,
    operation: 'analytics_overview',
    needs: 'analytics_overview',
    requests: () => [get('/api/analytics/overview')],
    check: checks.overview,
  },
];

const dataset = ({ datasets }, name) => datasets.find((one) => one.name === name);

/** The dataset of estimates with its measures and dimensions. */
const ofEstimates = (explorer) => dataset(explorer, 'assessments');

/** The dataset of units, without measures of estimates. */
function ofUnits(explorer) {
  const units = dataset(explorer, 'units');
  const { measures } = ofEstimates(explorer);
  const dimensions = units.dimensions.filter((name) => name !== 'estimator');
  return { ...units, dimensions, measures: units.measures.filter((name) => !measures.includes(name)) };
}

/** Up to four measures by `axes` dimensions: all dimensions in turn, in every order, and no query twice. */
function questions({ dimensions: all }, { name, measures, dimensions }, axes) {
  const sorted = (one) => ['row:asc', `${one}:desc`];
  const pairs = dimensions.flatMap((rows) =>
    axes === 1 ? [{ rows }] : dimensions.filter((cols) => cols !== rows).map((cols) => ({ rows, cols })),
  );
  if (all.length < dimensions.length) throw new Error('A dataset has dimensions that the document does not have');
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

/** The numbers of clients that a row is measured with. */
export const clientsOf = (row, clients) => {
  const some = clients.filter((number) => number <= (row.mostClients ?? number));
  return some.length > 0 ? some : [row.mostClients];
};

/** An estimate of some unit by some estimator: five of six replace one, the others are new. */
function saved(at, { units }, ids) {
  const random = seededRandom('save', at);
  const unit = random.one(units);
  const estimate = { estimatedYearlyRentInAED: 0, estimatedCapitalAppreciationPercentage: 4.5, confidenceScore: 75 };
  const body = JSON.stringify({ unitId: ids.units[unit.at], projectId: ids.projects[unit.project], ...estimate });
  return ['POST', '/api/assessments', 1 + random.below(ESTIMATORS.length), body.replace('AED":0', 'AED":{n}')];
}
