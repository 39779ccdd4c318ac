// What a receiver was sent about companies, compared with what was acknowledged and with the history.
import { changeOf } from './companies.mjs';
import { zero } from './measured.mjs';

/** A change, as acknowledgements, messages and the history name it. */
const keyOf = ({ recordId, version, type }) => `${recordId} ${version} ${type}`;

/** What the history calls changes, and what messages call them. */
const TYPES = { create: 'companies.created', update: 'companies.updated', delete: 'companies.deleted' };

/** The last number of the history; what follows is sent. */
export const lastNumber = async (app) =>
  Number(await app.database.query('SELECT coalesce(max(number), 0) FROM changes'));

/** The changes of companies after a number of the history. */
export async function changesSince(app, number) {
  const columns = "record_id || ' ' || version || ' ' || action";
  const sql = `SELECT ${columns} FROM changes WHERE resource = 'companies' AND number > ${number} ORDER BY number`;
  const rows = (await app.database.query(sql)).trim().split('\n').filter(Boolean);
  return rows.map((row) => {
    const [recordId, version, action] = row.split(' ');
    return { recordId, version: Number(version), type: TYPES[action] };
  });
}

/** Whether a message says what its version is: each version but the last is another change. */
function saysItsVersion({ type, version, record }) {
  if (type === TYPES.delete) return record === null;
  return (type === TYPES.create) === (version === 1) && changeOf(record) === version - 1;
}

/** Adds a value to the set of a key. */
function add(sets, key, value) {
  if (!sets.has(key)) sets.set(key, new Set());
  sets.get(key).add(value);
}

export class Messages {
  /** The first message of each identifier, in order. */
  first = new Map();
  #idsOf = new Map();
  #keysOf = new Map();

  constructor(receipts) {
    const valid = receipts.filter(({ isValid }) => isValid);
    this.invalid = receipts.length - valid.length;
    for (const { header, message } of valid) {
      if (!this.first.has(header)) this.first.set(header, message);
      add(this.#idsOf, keyOf(message), header);
      add(this.#keysOf, header, `${keyOf(message)} ${message.id}`);
    }
    this.repeats = valid.length - this.first.size;
  }

  /** The changes without a message. */
  missing(changes) {
    return changes.filter((one) => !this.#idsOf.has(keyOf(one)));
  }

  /** Messages whose version is not after those that were received before about the same record. */
  #outOfOrder() {
    const [last, found] = [new Map(), []];
    for (const message of this.first.values()) {
      if (message.version <= (last.get(message.recordId) ?? 0)) found.push(message);
      last.set(message.recordId, message.version);
    }
    return found;
  }

  /** Compares them, prints the first that are wrong, and returns how many there are of each kind, which must be none. */
  measured(acknowledged, changes, log) {
    const [all, stored] = [[...this.first.values()], new Set(changes.map(keyOf))];
    const kinds = {
      lost: this.missing(acknowledged),
      'changes in the history without a message': this.missing(changes),
      'out of order': this.#outOfOrder(),
      'changes with several ids': changes.filter((one) => this.#idsOf.get(keyOf(one))?.size > 1),
      'ids of several changes': all.filter(({ id }) => this.#keysOf.get(id)?.size !== 1),
      'messages about no change': all.filter((one) => !stored.has(keyOf(one))),
      'messages that say something else': all.filter((one) => !saysItsVersion(one)),
    };
    for (const [kind, found] of Object.entries(kinds))
      for (const one of found.slice(0, 5)) log(`${kind}: ${keyOf(one)}`);
    const counts = Object.entries(kinds).map(([kind, found]) => zero(kind, found.length));
    return [...counts, zero('signatures that are not valid', this.invalid)];
  }
}
