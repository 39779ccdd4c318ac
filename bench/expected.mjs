// The answer that a question of a list must get, computed from the fixture and never from a server.
import { PAGE, valueOf, wordsIn } from './questions.mjs';

const fold = (value) => (typeof value === 'string' ? value.toLowerCase() : value);
const DAY = 24 * 3600 * 1000;

/** How a value compares with the operand of a condition. */
const TESTS = {
  equals: (value, one) => value === one,
  contains: (value, one) => value.includes(one),
  starts_with: (value, one) => value.startsWith(one),
  ends_with: (value, one) => value.endsWith(one),
  greater_than: (value, one) => value > one,
  greater_than_or_equal: (value, one) => value >= one,
  less_than: (value, one) => value < one,
  less_than_or_equal: (value, one) => value <= one,
  before: (value, one) => value < one,
  before_or_equal: (value, one) => value < one + DAY,
  after: (value, one) => value >= one + DAY,
  after_or_equal: (value, one) => value >= one,
  in: (value, one) => one.includes(value),
};
const ON_DAY = (value, one) => value >= one && value < one + DAY;

/** Whether a value meets a condition; a missing one meets negative conditions only. */
function meets(value, { type, operator, value: operand, secondValue }) {
  const isNegative = operator.startsWith('not_');
  if (value === null) return isNegative;
  const stated = operator.replace('not_', '');
  const compared = type === 'date' ? Date.parse(operand) : Array.isArray(operand) ? operand.map(fold) : fold(operand);
  const end = type === 'date' ? Date.parse(secondValue) + DAY - 1 : secondValue;
  const within = (one) => one >= compared && one <= end;
  const test = stated === 'between' ? within : type === 'date' && stated === 'equals' ? ON_DAY : TESTS[stated];
  return test(fold(value), compared) !== isNegative;
}

/** Whether a unit is one that the rule of `given` lets its user read; without a rule all units are. */
export const isReadable = (unit, { rule, ...given }) =>
  !rule ||
  rule.alternatives.some((conditions) => conditions.every((one) => meets(valueOf(unit, one.field, given), one)));

/** The texts that a search looks into. */
export function searched(unit, { projects }) {
  const { name, developer } = projects[unit.project];
  return [unit.unitNumber, name, developer, unit.view ?? ''];
}

const compare = (one, other) => (one === other ? 0 : one === null || (other !== null && one < other) ? -1 : 1);

/**
 * The total, and the units of the page in order, as `product` holds them: `value` is what it has in a field of a unit,
 * `order` what it sorts by.
 */
export function expected({ conditions = [], sort = null, descending = false, page = 1, search = '' }, product) {
  const { fixture } = product.given;
  const words = wordsIn(search.toLowerCase());
  const isFound = (text, word) => text.toLowerCase().includes(word);
  const fits = (unit) =>
    isReadable(unit, product.given) &&
    conditions.every((one) => meets(product.value(unit, one.field), one)) &&
    words.every((word) => searched(unit, fixture).some((text) => isFound(text, word)));
  const keyed = fixture.units
    .filter(fits)
    .map((unit) => ({ unit, key: product.order(unit, sort), id: product.id(unit) }));
  const sign = descending ? -1 : 1;
  keyed.sort((one, other) => sign * (compare(one.key, other.key) || compare(one.id, other.id)));
  const from = (page - 1) * PAGE;
  return { total: keyed.length, units: keyed.slice(from, from + PAGE).map(({ unit }) => unit), all: keyed };
}

/** What a unit is sorted by: a reference by its name, everything else by its value, texts as `folded`. */
export function sortedBy(unit, field, { fixture, ...given }, folded = (text) => text) {
  const project = fixture.projects[unit.project];
  if (field === 'project') return folded(project.name);
  if (field === 'developer') return folded(project.developer);
  const value = valueOf(unit, field, { fixture, ...given });
  return typeof value === 'string' ? folded(value) : value;
}
