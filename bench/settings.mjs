// The settings of a run, from words such as `rows=1000`; an empty value is the default, as `make` passes it on.

/** An expected error that ends a run: its message is printed without a stack trace. */
export class Refusal extends Error {}

const DEFAULTS = {
  rows: '100000',
  clients: '1 16',
  seconds: '5',
  databases: 'sqlite postgres',
  only: '',
  peers: '1',
  nodes: '1',
  fresh: '',
  record: '',
};

const DATABASES = ['sqlite', 'postgres'];

const wordsIn = (text) => text.split(/[\s,]+/).filter(Boolean);

/** Parses words such as `rows=1000`; a name that has no default is an error. */
export function words(options, defaults) {
  const raw = { ...defaults };
  for (const word of options) {
    const [name, value] = word.split(/=(.*)/s);
    if (!(name in defaults))
      throw new Refusal(`There is no setting ${name}; there are: ${Object.keys(defaults).join(', ')}`);
    if (value?.trim()) raw[name] = value.trim();
  }
  return raw;
}

/** Those of `all` that a text names; all of them when it names none. */
export function some(name, all, text) {
  const chosen = wordsIn(text);
  const strange = chosen.find((one) => !all.includes(one));
  if (strange) throw new Refusal(`${name} cannot be ${strange}; there are: ${all.join(', ')}`);
  return all.filter((one) => chosen.length === 0 || chosen.includes(one));
}

export function whole(name, text, least, most) {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Refusal(`${name.toUpperCase()} must be a whole number from ${least} to ${most}, not ${text}`);
}

/** Whether a word names a kind, by its own name or that of its row. */
const names = (word, { name, row }) => [name, row].some((one) => one.toUpperCase() === word.toUpperCase());

/** Parses the settings; `known` are all kinds. */
export function settings(options, known) {
  const raw = words(options, DEFAULTS);
  const only = wordsIn(raw.only);
  const unknown = only.find((word) => !known.some((kind) => names(word, kind)));
  if (unknown) throw new Refusal(`ONLY cannot be ${unknown}; there are: ${known.map(({ name }) => name).join(', ')}`);
  return {
    rows: whole('rows', raw.rows, 200, 2_000_000),
    clients: wordsIn(raw.clients).map((one) => whole('clients', one, 1, 1000)),
    seconds: whole('seconds', raw.seconds, 1, 600),
    databases: some('DATABASES', DATABASES, raw.databases),
    isSome: only.length > 0,
    only: known.filter((kind) => only.length === 0 || only.some((word) => names(word, kind))),
    peers: raw.peers !== '0',
    nodes: whole('nodes', raw.nodes, 1, 8),
    fresh: raw.fresh !== '',
    record: raw.record !== '',
    whole: ['rows', 'clients', 'databases', 'only', 'peers'].every((name) => raw[name] === DEFAULTS[name]),
  };
}
