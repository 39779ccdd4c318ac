// Tables of new units, for imports.
import { csv, unitsOf } from '../entry.mjs';
import { smallFixture } from './app.mjs';

/** A table of units of the projects that there are; their numbers begin with `name`. */
export function unitTable({ ids }, name, rows) {
  const fixture = smallFixture();
  const units = Array.from({ length: rows }, (_, at) => ({
    ...fixture.units[at % fixture.units.length],
    unitNumber: `${name}${at}`,
  }));
  return csv(...unitsOf({ ...fixture, units }, ids));
}
