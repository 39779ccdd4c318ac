// How Mizan is asked: the requests of questions, and what is read from its answers. `pocketbase` and `postgrest` are
// its counterparts; what all three are asked is in `questions`, and answered by `expected`.
import { sortedBy } from './expected.mjs';
import { PAGE, valueOf } from './questions.mjs';

export const UNITS = '/api/backoffice/units';

/** The identifier of a record. */
export const idOf = ({ _id: id }) => id;

export const query = (parameters) => new URLSearchParams(parameters).toString();
export const filterOf = (...conditions) => JSON.stringify({ operator: 'AND', conditions });
export const get = (path) => ['GET', path];

/** The fields that only their time of entry orders, which the fixture does not know. */
const ENTERED = ['createdAt', 'updatedAt'];

export class Product {
  constructor(given) {
    this.given = given;
    this.id = (unit) => given.ids.units[unit.at];
    this.value = (unit, field) => valueOf(unit, field, given);
    this.unitOf = new Map(given.fixture.units.map((unit) => [this.id(unit), unit]));
  }

  /** Texts are sorted in lower case, unit numbers as numbers, which is also the order without a sort. */
  order(unit, sort) {
    if (sort === null || sort === 'unitNumber') return Number(unit.unitNumber);
    return sort === '_id' ? this.id(unit) : sortedBy(unit, sort, this.given, (text) => text.toLowerCase());
  }

  /** Whether the fixture knows the order by a field. */
  orders(sort) {
    return !ENTERED.includes(sort);
  }

  /** The operand of a condition, a record by its identifier. */
  #operand(value, field) {
    const { units, projects, developers } = this.given.ids;
    const of = { project: projects, developer: developers, _id: units }[field];
    if (!of) return value;
    return Array.isArray(value) ? value.map((at) => of[at]) : of[value];
  }

  list({ conditions = [], sort, descending, page, search }) {
    const parameters = {};
    if (conditions.length > 0) {
      const named = conditions.map(({ field, operator, value, secondValue }) => ({
        field,
        operator,
        value: this.#operand(value, field),
        ...(secondValue === undefined ? {} : { secondValue }),
      }));
      Object.assign(parameters, { filters: filterOf(...named), limit: PAGE });
    }
    if (sort) parameters.sort = `${sort}:${descending ? 'desc' : 'asc'}`;
    if (page) parameters.page = page;
    if (search) parameters.search = search;
    const text = query(parameters);
    return get(text ? `${UNITS}?${text}` : UNITS);
  }

  /** The total, and the units of the page with their records. */
  listed({ text }) {
    const { total, items } = JSON.parse(text);
    return { total, records: items, units: items.map((record) => this.unitOf.get(idOf(record))) };
  }

  view(unit) {
    return get(`${UNITS}/${this.id(unit)}`);
  }

  change(unit) {
    return ['PATCH', `${UNITS}/${this.id(unit)}`, 1, '{"yearlyRentInAED":{n}}'];
  }

  save({ unit, estimator }) {
    const { ids } = this.given;
    const estimate = '"estimatedCapitalAppreciationPercentage":4.5,"confidenceScore":75';
    const body = `{"unitId":"${ids.units[unit.at]}","projectId":"${ids.projects[unit.project]}","estimatedYearlyRentInAED":{n},${estimate}}`;
    return ['POST', '/api/assessments', 1 + estimator, body];
  }
}
