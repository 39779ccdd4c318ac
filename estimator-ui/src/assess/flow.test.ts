// The flow through a project: the requested unit, the next one after a save, what a save completes, and the next
// project.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterSave, completedBedrooms, firstOpen, indexOfUnit, isCompleted, nextProject, percentOf } from './flow';

const ids = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(24));
const [a = '', b = '', c = '', d = ''] = ids;
const units = [
  { _id: a, bedrooms: 0 },
  { _id: b, bedrooms: 1 },
  { _id: c, bedrooms: 1 },
  { _id: d, bedrooms: 2 },
];

describe('which unit is meant', () => {
  it('the one with that identifier', () => expect(indexOfUnit(units, c)).toBe(2));

  it('a number of fewer than four digits is an index into the list', () => {
    expect(['0', '3', '003'].map((id) => indexOfUnit(units, id))).toEqual([0, 3, 3]);
  });

  it('the first one for anything else', () => {
    expect(['4', '999', '0001', '-1', '1.5', '', 'e'.repeat(24)].map((id) => indexOfUnit(units, id))).toEqual([
      0, 0, 0, 0, 0, 0, 0,
    ]);
  });
});

describe('where a save leads', () => {
  it('to the next unit, also when that one has an estimate', () => {
    expect(afterSave(units, 0, new Set())).toEqual({ to: 'unit', index: 1 });
    expect(afterSave(units, 0, new Set([b]))).toEqual({ to: 'unit', index: 1 });
  });

  it('after the last unit to the end, with how many are open', () => {
    expect(afterSave(units, 3, new Set([a, b, c]))).toEqual({ to: 'completed', open: 0 });
    expect(afterSave(units, 3, new Set([b]))).toEqual({ to: 'completed', open: 2 });
    expect(afterSave(units, 3, new Set(ids))).toEqual({ to: 'completed', open: 0 });
  });

  it('to the end from anywhere when it was the last that was missing', () => {
    expect(afterSave(units, 1, new Set([a, c, d]))).toEqual({ to: 'completed', open: 0 });
  });

  it('saving a unit of a completed project again leads to the next one', () => {
    expect(afterSave(units, 1, new Set(ids))).toEqual({ to: 'unit', index: 2 });
  });

  it('of one unit only, to the end', () => {
    expect(afterSave(units.slice(0, 1), 0, new Set())).toEqual({ to: 'completed', open: 0 });
  });

  it('the flow begins at the first unit without an estimate', () => {
    expect(firstOpen(units, new Set([a, c]))).toBe(units[1]);
    expect(firstOpen(units, new Set(ids))).toBeUndefined();
  });
});

describe('a bedroom count is completed', () => {
  it('by the save of its last unit only', () => {
    expect(completedBedrooms(units, 2, new Set([b]))).toBe(1);
    expect(completedBedrooms(units, 2, new Set([b, c]))).toBeUndefined();
    expect(completedBedrooms(units, 1, new Set())).toBeUndefined();
  });

  it('not when it has one unit only', () => {
    expect(completedBedrooms(units, 0, new Set())).toBeUndefined();
    expect(completedBedrooms(units, 3, new Set([a, b, c]))).toBeUndefined();
  });

  it('studios count as well', () => {
    expect(
      completedBedrooms(
        [
          { _id: a, bedrooms: 0 },
          { _id: b, bedrooms: 0 },
        ],
        1,
        new Set([a]),
      ),
    ).toBe(0);
  });
});

describe('progress', () => {
  it('is 100 only when all are done, and 0 only when none is', () => {
    expect([
      percentOf(0, 500),
      percentOf(1, 500),
      percentOf(250, 500),
      percentOf(499, 500),
      percentOf(500, 500),
    ]).toEqual([0, 1, 50, 99, 100]);
    expect(percentOf(0, 0)).toBe(0);
  });
});

describe('the next project', () => {
  const project = (_id: string, completedUnitsCount: number, unitsCount: number) => ({
    _id,
    completedUnitsCount,
    unitsCount,
  });

  it('is the first other one that is not completed and has units', () => {
    const found = nextProject([project(a, 0, 9), project(b, 9, 9), project(c, 0, 0), project(d, 3, 9)], a);
    expect(found?._id).toBe(d);
  });

  it('is none when all others are completed', () => {
    expect(nextProject([project(a, 1, 2), project(b, 2, 2)], a)).toBeUndefined();
  });

  it('a project without units is not completed', () => {
    expect(isCompleted(project(a, 0, 0))).toBe(false);
    expect(isCompleted(project(a, 2, 2))).toBe(true);
  });
});

describe('for any project', () => {
  /** Arbitrary units with bedrooms, an index among them, and the units that were assessed before. */
  const anywhere = fc
    .array(fc.record({ bedrooms: fc.integer({ min: 0, max: 3 }), done: fc.boolean() }), { minLength: 1, maxLength: 20 })
    .chain((all) =>
      fc.record({
        all: fc.constant(all.map((unit, position) => ({ ...unit, _id: position.toString(16).padStart(24, '0') }))),
        index: fc.nat({ max: all.length - 1 }),
      }),
    );
  const doneOf = (all: { _id: string; done: boolean }[]) =>
    new Set(all.flatMap(({ _id, done }) => (done ? [_id] : [])));

  it("'a short numeric id (under 4 characters) is read as an index into the project's unit list; an unknown id falls back to the first unit'", () => {
    fc.assert(
      fc.property(anywhere, fc.oneof(fc.string(), fc.nat({ max: 12_000 }).map(String)), ({ all, index }, other) => {
        expect(indexOfUnit(all, all[index]?._id ?? '')).toBe(index);
        const fallback = /^[0-9]{1,3}$/.test(other) ? Number(other) : 0;
        expect(indexOfUnit(all, other)).toBe(fallback < all.length ? fallback : 0);
      }),
    );
  });

  it("'After a successful save the flow moves to the next unit. After the last unit the completion screen appears'", () => {
    fc.assert(
      fc.property(anywhere, ({ all, index }) => {
        const before = doneOf(all);
        const open = all.filter(({ _id }, position) => !before.has(_id) && position !== index).length;
        const completes = open === 0 && before.size < all.length;
        expect(afterSave(all, index, before)).toEqual(
          completes || index === all.length - 1 ? { to: 'completed', open } : { to: 'unit', index: index + 1 },
        );
      }),
    );
  });

  it("'When all units of the same bedroom count (more than one unit) have an assessment … once', in whatever order they are saved, and however often", () => {
    fc.assert(
      fc.property(anywhere, fc.array(fc.nat(), { maxLength: 60 }), ({ all }, saves) => {
        const done = doneOf(all);
        const celebrated: number[] = [];
        for (const save of saves) {
          const index = save % all.length;
          const bedrooms = completedBedrooms(all, index, done);
          if (bedrooms !== undefined) celebrated.push(bedrooms);
          done.add(all[index]?._id ?? '');
        }
        const complete = [0, 1, 2, 3].filter((bedrooms) => {
          const alike = all.filter((unit) => unit.bedrooms === bedrooms);
          return alike.length > 1 && alike.every(({ _id }) => done.has(_id)) && !alike.every((unit) => unit.done);
        });
        expect(celebrated.toSorted()).toEqual(complete);
      }),
    );
  });

  it("'the percent of units assessed' never falls by an assessment, and is 0 and 100 at the ends only", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat({ max: 5000 }), (of, some) => {
        const done = Math.min(some, of);
        const percent = percentOf(done, of);
        expect(Number.isInteger(percent)).toBe(true);
        expect(percent === 0).toBe(done === 0);
        expect(percent === 100).toBe(done === of);
        expect(percentOf(done + 1, of)).toBeGreaterThanOrEqual(percent);
      }),
    );
  });

  it('the next project is the first that has an open unit, and never the one just left', () => {
    const some = fc.record({ unitsCount: fc.nat({ max: 3 }), completedUnitsCount: fc.nat({ max: 3 }) });
    fc.assert(
      fc.property(fc.array(some), fc.nat({ max: 9 }), (all, left) => {
        const listed = all.map((each, index) => ({ ...each, _id: String(index) }));
        const next = nextProject(listed, String(left));
        expect(next).toBe(
          listed.find((each) => each._id !== String(left) && each.completedUnitsCount < each.unitsCount),
        );
      }),
    );
  });
});
