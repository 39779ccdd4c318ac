// Enters developers, projects and units into a database as users would: by imports of tables.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cell, cells } from './csv.mjs';
import { mizan } from './server.mjs';
import { Refusal } from './settings.mjs';

/** A table as CSV. */
export const csv = (header, rows) => `${[header, ...rows].map((row) => row.map(cell).join(',')).join('\n')}\n`;

/** Imports a table, and returns the identifiers of its records by the values of the `key` columns. */
async function enter({ binary, database, folder }, resource, header, rows, ...key) {
  const file = join(folder, `${resource}.csv`);
  writeFileSync(file, csv(header, rows));
  await mizan(binary, database, ['import', resource, file]);
  rmSync(file);
  const exported = await mizan(binary, database, ['export', resource, '-']);
  const [names, ...records] = exported.trim().split('\n').map(cells);
  const columns = key.map((name) => names.indexOf(name));
  if (records.length !== rows.length) throw new Refusal(`Of ${rows.length} ${resource} there are ${records.length}`);
  return new Map(
    records.map((record) => [columns.map((column) => record[column]).join(' '), record[names.indexOf('_id')]]),
  );
}

/** Enters developers and projects. Returns their identifiers in the order of the fixture. */
export async function enterProjects(place, { developers, projects }) {
  const builders = await enter(
    place,
    'developers',
    ['name'],
    developers.map((name) => [name]),
    'name',
  );
  const sites = await enter(
    place,
    'projects',
    ['name', 'developer._id', 'location', 'projectType', 'totalUnits', 'completionDate', 'amenities'],
    projects.map((one) => [
      one.name,
      builders.get(one.developer),
      one.location,
      one.projectType,
      one.totalUnits,
      one.completionDate,
      one.amenities,
    ]),
    'name',
  );
  return {
    developers: developers.map((name) => builders.get(name)),
    projects: projects.map(({ name }) => sites.get(name)),
  };
}

const OWN = ['bedrooms', 'floor', 'totalAreaInSqFt', 'balconyAreaInSqFt', 'view', 'purchasePriceInAED'];
OWN.push('yearlyRentInAED', 'serviceChargesPerSqFt', 'amenities', 'status');

/** The header and the rows of a table of units. */
export function unitsOf({ developers, projects, units }, ids) {
  const developerOf = projects.map(({ developer }) => ids.developers[developers.indexOf(developer)]);
  const row = (one) => [
    one.unitNumber,
    ids.projects[one.project],
    developerOf[one.project],
    ...OWN.map((field) => one[field]),
  ];
  return [['unitNumber', 'projectId', 'developerId', ...OWN], units.map(row)];
}

/** Enters units. Returns their identifiers in the order of the fixture. */
export async function enterUnits(place, fixture, ids) {
  const entered = await enter(place, 'units', ...unitsOf(fixture, ids), 'projectId', 'unitNumber');
  return fixture.units.map((one) => entered.get(`${ids.projects[one.project]} ${one.unitNumber}`));
}
