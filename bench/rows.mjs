// The rows of the table, and the kinds of questions of each: a row is as fast as its slowest kind. `checks.mjs` has the
// expected responses.
import * as checks from './checks.mjs';
import * as explorer from './explorer.mjs';
import { ESTIMATORS } from './fixture.mjs';
import { get } from './product.mjs';
import * as questions from './questions.mjs';
import { seededRandom } from './random.mjs';
import { NO_RULES, RULES } from './rules.mjs';
import * as written from './written.mjs';

/** The number of requests of a kind before they repeat. */
const MANY = 20_000;

/** The number of units that R6 changes: with If-Match each is read before. */
const CHANGED = 10_000;

const some = (name, list, number) => seededRandom(name).shuffled(list).slice(0, number);

/** Estimates of some units by some estimators: five of six replace one, the others are new. */
const saves = ({ fixture: { units } }) =>
  Array.from({ length: 8 * MANY }, (_, at) => {
    const random = seededRandom('save', at);
    return { unit: random.one(units), estimator: random.below(ESTIMATORS.length) };
  });

const list = { operation: 'unit_list', check: checks.lists };
const firstPage = { ...list, check: checks.firstPage, list: () => [{}] };
const explore = { operation: 'analytics_explore', needs: 'analytics_explore', isOfEstimates: true };

/** Such rows keep a core busy for a while, and have no peers: one client. */
const alone = { ...explore, mostClients: 1 };
const single = (kind) => ({ ...kind, kinds: [{ name: '' }] });

/** Kinds of searches: words that about so many of 100,000 units contain, in their views. */
const ofWords = [10, 1_000, 10_000, 50_000].map((units) => ({
  name: String(units),
  what: `a word in ${units.toLocaleString('en-US')} units`,
  list: () => questions.words(units),
}));

/**
 * A row. Its kinds have what is asked as values: `list`, `view`, `change`, `save` or `groups`, which peers are asked
 * too, or else as `requests` that only Mizan understands. Without a kind that `isOfEstimates` no estimates are entered.
 * `writes` names the resource whose history grows, `before` prepares the requests of a run. `hasRules` is for rows that are
 * also requested under rules; `policy` is what the server has in place of the built-in policy, `plain` the kind that its
 * p50 is compared with.
 */
export const ROWS = [
  single({ ...firstPage, name: 'R1', what: 'first page of units, exact total', hasRules: true }),
  single({
    ...firstPage,
    name: 'R1.bare',
    what: 'first page of units, by a policy without rules',
    policy: NO_RULES,
    plain: 'R1',
    isOwn: true,
  }),
  {
    ...list,
    name: 'R2',
    hasRules: true,
    what: 'filters on any fields, any sort, total:',
    kinds: [
      { name: 'pairs', what: 'two', list: (given) => questions.filtered(2, given) },
      { name: 'triples', what: 'three', list: (given) => questions.filtered(3, given) },
      { name: 'project', what: 'one, in a project', list: questions.inProjects },
    ],
  },
  single({ ...list, name: 'R3', what: 'a page at offset 50,000, total', list: questions.deepPages }),
  {
    ...list,
    name: 'R4',
    hasRules: true,
    what: 'search, total:',
    kinds: [
      ...ofWords,
      { name: 'names', what: 'a part of the name of a project', list: questions.names },
      { name: 'letter', what: 'one letter', list: questions.letters },
      { name: 'arabic', what: 'Arabic', list: questions.arabic },
    ],
  },
  single({
    name: 'R5',
    what: 'one unit',
    operation: 'unit_view',
    view: ({ fixture }) => some('views', fixture.units, MANY),
    check: checks.view,
  }),
  {
    name: 'R6',
    what: 'change one field',
    operation: 'unit_update',
    writes: 'units',
    change: ({ fixture }) => some('changes', fixture.units, CHANGED),
    check: written.change,
    after: written.changed,
    kinds: [
      { name: 'plain', what: 'without If-Match' },
      { name: 'match', what: 'with If-Match', before: written.matched, isOwn: true },
    ],
  },
  single({
    name: 'R7',
    what: 'save an assessment',
    operation: 'assessment_save',
    needs: 'assessment_save',
    isOfEstimates: true,
    writes: 'estimations',
    people: ESTIMATORS,
    save: saves,
    check: written.save,
    after: written.saved,
  }),
  {
    ...explore,
    name: 'R8',
    hasRules: true,
    what: 'units and rents',
    kinds: [
      {
        name: 'again',
        what: 'by project and bedrooms, asked again',
        requests: explorer.groups,
        groups: () => [{}],
        check: checks.groups,
      },
      {
        name: 'filter',
        what: 'by project and bedrooms, another filter each time',
        requests: explorer.groupsWithin,
        groups: () => [{ isFiltered: true }],
        check: checks.groupsWithin,
      },
      {
        name: 'any',
        what: 'by any two dimensions, never asked before',
        requests: explorer.anyGroups,
        groups: () => questions.groupings(),
        check: checks.anyGroups,
      },
    ],
  },
  single({
    ...alone,
    name: 'R8V',
    what: 'explorer by project, no query twice',
    requests: explorer.projectsWithin,
    check: checks.exploreRange,
  }),
  single({
    ...alone,
    name: 'R9',
    what: 'measures of units, one dimension',
    requests: (given) => explorer.questions(given, explorer.ofUnits(given), 1),
    check: checks.exploreAny,
  }),
  single({
    ...alone,
    name: 'R10',
    what: 'measures of units, two dimensions',
    requests: (given) => explorer.questions(given, explorer.ofUnits(given), 2),
    check: checks.exploreAny,
  }),
  single({
    ...alone,
    name: 'R11',
    what: 'measures of estimates, one dimension',
    requests: (given) => explorer.questions(given, explorer.ofEstimates(given), 1),
    check: checks.exploreEstimates,
  }),
  single({
    ...alone,
    name: 'R12',
    what: 'the measures of the index',
    // A response may be cached for a second.
    pause: 1.1,
    operation: 'analytics_overview',
    needs: 'analytics_overview',
    requests: () => [get('/api/analytics/overview')],
    check: checks.overview,
  }),
];

const named = (row, { name, what }) => ({
  row: row.name,
  name: name ? `${row.name}.${name}` : row.name,
  what: what ? `${row.what} ${what}` : row.what,
});

/** A kind under rules: the same questions of a user whose role has rules. */
function underRules(row, kind) {
  const { row: of, name, what } = named({ ...row, name: `${row.name}.rule` }, kind);
  return { row: of, name, what: `under rules: ${what}`, policy: RULES, plain: named(row, kind).name, isOwn: true };
}

/** All kinds, each with what it has of its row; `row` is the name of that. A kind under rules follows the one without. */
export const KINDS = ROWS.flatMap(({ kinds, ...row }) =>
  kinds.flatMap((kind) => {
    const plain = { ...row, ...kind, ...named(row, kind) };
    return row.hasRules ? [plain, { ...plain, ...underRules(row, kind) }] : [plain];
  }),
);

/** The forms of questions, each a method of a product that makes a request of one. */
const FORMS = ['list', 'view', 'change', 'save', 'groups'];

/** The form of a kind's questions; undefined when only Mizan understands them. */
export const formOf = (kind) => FORMS.find((one) => kind[one]);

/** The requests of a kind to a product; null when it has no such. */
export function requestsOf(kind, product) {
  const form = formOf(kind);
  if (!form || !product[form]) return null;
  const requests = kind[form](product.given).map((one) => product[form](one));
  return requests.includes(null) ? null : requests;
}

/** The numbers of clients that a kind is measured with. */
export const clientsOf = (kind, clients) => {
  const fitting = clients.filter((number) => number <= (kind.mostClients ?? number));
  return fitting.length > 0 ? fitting : [kind.mostClients];
};
