// The settings of a run, from words such as `rounds=10`; an empty value is the default, as `make` passes it on.
import { Refusal, some, whole, words } from '../settings.mjs';
import { TRIALS } from './trials.mjs';

const DEFAULTS = { only: '', databases: '', rounds: '', minutes: '', rows: '1000000', record: '' };

export function settings(options) {
  const raw = words(options, DEFAULTS);
  const names = some(
    'ONLY',
    TRIALS.map(({ name }) => name),
    raw.only,
  );
  const databases = some('DATABASES', ['sqlite', 'postgres'], raw.databases);
  const isShort = raw.rounds === 'few';
  const trials = TRIALS.filter(({ name, few }) => names.includes(name) && (!isShort || few));
  return {
    trials,
    databases,
    databasesOf: ({ databases: all, fewOn = all }) =>
      (isShort ? fewOn : all).filter((one) => one === 'none' || databases.includes(one)),
    roundsOf: (trial) => {
      if (isShort) return trial.few;
      return raw.rounds ? whole('rounds', raw.rounds, 1, 1_000_000) : trial.rounds;
    },
    minutes: raw.minutes ? whole('minutes', raw.minutes, 1, 24 * 60) : null,
    rows: whole('rows', raw.rows, 1_000, 2_000_000),
    isShort,
    record: raw.record !== '',
    /** Whether each trial runs at its full length. */
    whole: ['rounds', 'minutes', 'rows'].every((name) => raw[name] === DEFAULTS[name]),
  };
}

export { Refusal };
