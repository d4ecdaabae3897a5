import { describe, expect, it } from 'vitest';
import { nextOf, placeOf, stepTo, toggled, withoutRows, withRows } from './rows.ts';

const rowsOf = (...ids: number[]) => ids.map((id) => ({ id }));
const among = [11, 12, 13];
const rows = rowsOf(...among);

describe('the active row', () => {
  it('is found again wherever it moved', () => {
    expect(placeOf(rows, { key: '13', among: [13, 11, 12] })).toBe(2);
    expect(placeOf(rows, null)).toBe(-1);
  });

  it.each([
    ['the one behind it', [11, 13], '12', 13],
    ['the one behind it, though another one left as well', [13], '12', 13],
    ['the one behind it, though another one came', [10, 11, 13], '12', 13],
    ['the next one behind it that is still here', [13], '11', 13],
    ['the last one when it was the last', [11, 12], '13', 12],
    ['the last one when it was the last, though another one came', [9, 10, 11, 12], '13', 12],
    ['the one at its place when all others left as well', [21, 22, 23], '12', 22],
    ['the last one when fewer are left than stood before it', [21], '12', 21],
  ])('is %s once it has left the list', (_, ids, key, next) => {
    expect(ids[placeOf(rowsOf(...ids), { key, among })]).toBe(next);
  });

  it('is none in an empty list', () => expect(placeOf([], { key: '13', among: [11, 12, 13] })).toBe(-1));
});

describe('a step of the keyboard', () => {
  it.each([
    [0, 1, 12],
    [2, -1, 12],
    [2, 1, 13],
    [0, -1, 11],
  ])('from place %i by %i leads to row %i', (at, by, id) => expect(stepTo(rows, at, by)).toEqual({ id }));

  it('leads to the first row when the keyboard is nowhere yet', () => {
    expect(stepTo(rows, -1, 1)).toEqual({ id: 11 });
    expect(stepTo(rows, -1, -1)).toEqual({ id: 11 });
    expect(stepTo([], -1, 1)).toBeNull();
  });
});

describe('the next row', () => {
  it('is the one below; the last row has none', () => {
    expect(nextOf(rows, { key: '11', among })).toEqual({ id: 12 });
    expect(nextOf(rows, { key: '13', among })).toBeNull();
  });

  it('is the one in its place when the row has left the list', () => {
    expect(nextOf(rowsOf(11, 13), { key: '12', among })).toEqual({ id: 13 });
    expect(nextOf(rowsOf(11, 12), { key: '13', among })).toEqual({ id: 12 });
    expect(nextOf([], { key: '12', among })).toBeNull();
  });
});

describe('the chosen rows', () => {
  it('change by one row at a time, and keep those of other pages', () => {
    const chosen = toggled({ 7: true }, 11);
    expect(chosen).toEqual({ 7: true, 11: true });
    expect(toggled(chosen, '11')).toEqual({ 7: true });
  });

  it('grow by several, of which some are chosen already', () => {
    expect(withRows({ 7: true, 11: true }, [11, 12])).toEqual({ 7: true, 11: true, 12: true });
    expect(withoutRows({ 7: true, 11: true }, [11, 12])).toEqual({ 7: true });
  });
});
