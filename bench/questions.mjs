// What a list is asked: random filters on any fields, sorts, and searches, as values that each product is asked in its own
// way. A question is { conditions, sort, descending, page, search }; without a sort it is in the product's default order.
// A condition names a record by its position in the fixture.
import { seededRandom } from './random.mjs';
import { ARABIC, WORDS } from './words.mjs';

/** The records of a page. */
export const PAGE = 20;

/** The number of random questions before they repeat. */
const MANY = 5_000;

const DAY = 24 * 3600 * 1000;

/** The developer of a unit, by its position. */
export const developerOf = (unit, { projects, developers }) => developers.indexOf(projects[unit.project].developer);

/** What a unit holds in a field; a record by its position, and a time by the time when the units were entered. */
export function valueOf(unit, field, { fixture, entered }) {
  if (field === '_id') return unit.at;
  if (field === 'developer') return developerOf(unit, fixture);
  if (field.startsWith('project.')) return fixture.projects[unit.project][field.slice('project.'.length)];
  if (field === 'createdAt' || field === 'updatedAt') return entered;
  if (!(field in unit)) throw new Error(`The fixture's units have no ${field}`);
  return unit[field];
}

/** The day so many days after a time. */
const day = (time, days) => new Date(time + days * DAY).toISOString().slice(0, 10);

/** A part of a text as a user types it: a beginning, an end or a word. */
function part(text, operator, random) {
  const length = 1 + random.below(Math.min(text.length, 8));
  if (operator === 'starts_with') return text.slice(0, length);
  if (operator === 'ends_with') return text.slice(-length).trim();
  return random.one(text.split(/[ ,]+/));
}

/**
 * The operand of a condition. Times are compared with days that all units are inside of: which part of a second each was
 * entered in is not known, and nobody filters by it.
 */
function operand({ key, type, options, reference }, operator, random, given) {
  const { fixture, entered } = given;
  const some = () => {
    for (;;) {
      const value = valueOf(random.one(fixture.units), key, given);
      if (value !== null) return value;
    }
  };
  if (type === 'date') {
    const [before, after] = [day(entered, -2 - random.below(60)), day(entered, 2 + random.below(60))];
    if (operator === 'between') return { value: before, secondValue: after };
    return { value: operator.startsWith('before') ? after : before };
  }
  if (type === 'text') return { value: operator.includes('equals') ? some() : part(some(), operator, random) };
  if (type === 'boolean') return { value: random.below(2) === 1 };
  if (type === 'number' && operator === 'between') {
    const [value, secondValue] = [some(), some()].toSorted((one, other) => one - other);
    return { value, secondValue };
  }
  if (type === 'number' || !operator.endsWith('in')) return { value: some() };
  const most = options.length > 0 ? options.length - 1 : key === '_id' ? 20 : 5;
  return { value: [...new Set(Array.from({ length: 1 + random.below(most) }, some))], reference };
}

function condition(definition, random, given) {
  const { key, type, operators } = definition;
  // No unit was entered on another day: such a condition would make a question without an answer, and a fast one.
  // Peers are asked nothing about missing values.
  const isRequested = (one) => !(type === 'date' && one === 'equals') && !one.startsWith('is_');
  const operator = random.one(operators.filter(isRequested));
  return { field: key, type, operator, ...operand(definition, operator, random, given) };
}

function sorted(random, definitions) {
  const { key } = random.one(definitions.filter((one) => one.isSort));
  return { sort: key, descending: random.below(2) === 1 };
}

/** So many random conditions on different fields. */
const conditions = (number, definitions, random, given) =>
  random
    .shuffled(definitions)
    .slice(0, number)
    .map((one) => condition(one, random, given));

/** Questions with so many random conditions on different fields, in the order of any field. */
export function filtered(number, given) {
  const { definitions } = given;
  return Array.from({ length: MANY }, (_, at) => {
    const random = seededRandom('filters', number, at);
    return { conditions: conditions(number, definitions, random, given), ...sorted(random, definitions) };
  });
}

/** Questions with a random condition on the units of one project: as few match however many units there are. */
export function inProjects(given) {
  const { definitions, fixture } = given;
  const { key, type, reference } = definitions.find((one) => one.key === 'project');
  const others = definitions.filter((one) => one.key !== key);
  return Array.from({ length: MANY }, (_, at) => {
    const random = seededRandom('in projects', at);
    const project = { field: key, type, operator: 'in', value: [random.below(fixture.projects.length)], reference };
    return { conditions: [project, ...conditions(1, others, random, given)], ...sorted(random, definitions) };
  });
}

/** Pages after this offset; after half of the units when there are fewer than 100,000. */
export function deepPages({ fixture }) {
  const first = Math.min(50_000, Math.floor(fixture.units.length / 2 / PAGE) * PAGE) / PAGE + 1;
  const pages = Math.min(100, Math.ceil(fixture.units.length / PAGE) - first);
  return Array.from({ length: pages }, (_, at) => ({ page: first + ((at * 37) % pages) }));
}

/** A word as users type it: whole, in capitals, or all but its last letter. */
const typed = (word) => [word, word.toUpperCase(), word.slice(0, -1)];

const searches = (terms, name) =>
  seededRandom('searches', name)
    .shuffled(terms)
    .map((search) => ({ search }));

/** Searches for the words that about so many of 100,000 units contain. */
export const words = (units) => searches(WORDS[units].flatMap(typed), units);

/** The words of a search: all of them must occur in what is searched, in any order. */
export const wordsIn = (search) => search.split(' ').filter(Boolean);

export const letters = () => searches([...'abcdefghijklmnopqrstuvwxyz'], 'letters');

export const arabic = () => searches([...new Set(ARABIC.flatMap((text) => [text, ...text.split(' ')]))], 'arabic');

/** Parts of project names, as users type them: up to the end, whose number narrows the result to some hundred units. */
export function names({ fixture }) {
  return Array.from({ length: 2_000 }, (_, at) => {
    const random = seededRandom('term', at);
    const { name } = random.one(fixture.projects);
    return { search: name.slice(random.below(name.length - 5)).trim() };
  });
}

/** The fields of units that are dimensions, and columns of a table of units. */
const DIMENSIONS = ['project', 'developer', 'bedrooms', 'floor', 'view', 'status'];

/** Groups by two dimensions, of the units whose price is above one that differs each time. */
export const groupings = () =>
  DIMENSIONS.flatMap((one) =>
    DIMENSIONS.filter((other) => other !== one).map((other) => ({ by: [one, other], isFiltered: true })),
  );
