// The rows of the fixture as tables for the peers, as CSV.
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { cell } from './csv.mjs';
import { estimate, estimatorsOf } from './fixture.mjs';
import { developerOf } from './questions.mjs';

const words = (text) => text.trim().split(/\s+/);

/** The columns of each table. */
export const COLUMNS = {
  developers: words('id name'),
  projects: words('id name developer location projectType'),
  units: words(`id unitNumber title project developer bedrooms floor totalAreaInSqFt balconyAreaInSqFt view
    purchasePriceInAED yearlyRentInAED serviceChargesPerSqFt amenities status createdAt updatedAt`),
  assessments: words(
    `id unit estimator estimatedYearlyRentInAED estimatedCapitalAppreciationPercentage confidenceScore`,
  ),
};

/** The columns that hold numbers. */
export const NUMBERS = words(`bedrooms floor totalAreaInSqFt balconyAreaInSqFt purchasePriceInAED yearlyRentInAED
  serviceChargesPerSqFt estimator estimatedYearlyRentInAED estimatedCapitalAppreciationPercentage confidenceScore`);

/** How many records are written at a time. */
const AT_A_TIME = 1_000;

/** Units, with their searched texts joined in a title, and with what a peer holds where there is no value. */
function unitRow(unit, peer, time) {
  const { fixture } = peer.given;
  const { name, developer } = fixture.projects[unit.project];
  const record = {
    ...unit,
    id: peer.id(unit),
    title: [unit.unitNumber, name, developer, unit.view ?? ''].join(' · '),
    project: peer.key(unit.project),
    developer: peer.key(developerOf(unit, fixture)),
    amenities: JSON.stringify(unit.amenities),
    createdAt: time,
    updatedAt: time,
  };
  return COLUMNS.units.map((column) => record[column] ?? peer.missing(column));
}

/** Writes a CSV file for each table into a folder, with the identifiers of a peer. */
export function writeTables(peer, folder) {
  const { fixture, entered } = peer.given;
  const time = new Date(entered).toISOString().replace('T', ' ');
  const projectRow = ({ name, developer, location, projectType }, at) => {
    return [peer.key(at), name, peer.key(fixture.developers.indexOf(developer)), location, projectType];
  };
  let number = 0;
  const estimateRows = (unit) =>
    estimatorsOf(unit.project).map((at) => [
      peer.key(number++),
      peer.id(unit),
      at + 1,
      ...Object.values(estimate(unit, at)),
    ]);
  const write = (table, records, rowsOf) => {
    const file = openSync(join(folder, `${table}.csv`), 'w');
    const lines = (rows) => rows.map((row) => `${row.map(cell).join(',')}\n`).join('');
    writeSync(file, lines([COLUMNS[table]]));
    for (let from = 0; from < records.length; from += AT_A_TIME) {
      const some = records.slice(from, from + AT_A_TIME);
      writeSync(file, lines(some.flatMap((one, at) => rowsOf(one, from + at))));
    }
    closeSync(file);
  };
  write('developers', fixture.developers, (name, at) => [[peer.key(at), name]]);
  write('projects', fixture.projects, (one, at) => [projectRow(one, at)]);
  write('units', fixture.units, (unit) => [unitRow(unit, peer, time)]);
  write('assessments', fixture.units, estimateRows);
}
