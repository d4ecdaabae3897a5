import { describe, expect, it } from 'vitest';
import { nextOf, placeOf, stepTo, toggled, withRows } from './rows.ts';

const rowsOf = (...ids: number[]) => ids.map((id) => ({ id }));
const rows = rowsOf(11, 12, 13);

describe('the active row', () => {
  it('is found again wherever it moved', () => {
    expect(placeOf(rows, { key: '13', at: 0 })).toBe(2);
    expect(placeOf(rows, null)).toBe(-1);
  });

  it('is the row in its place once it has left the list', () => {
    expect(placeOf(rowsOf(11, 13), { key: '12', at: 1 })).toBe(1);
    expect(placeOf(rowsOf(11), { key: '13', at: 2 })).toBe(0);
    expect(placeOf([], { key: '13', at: 2 })).toBe(-1);
  });
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
    expect(nextOf(rows, { id: 11 })).toEqual({ id: 12 });
    expect(nextOf(rows, { id: 13 })).toBeNull();
  });

  it('is the first one when the row has left the list', () => {
    expect(nextOf(rows, { id: 99 })).toEqual({ id: 11 });
    expect(nextOf([], { id: 99 })).toBeNull();
  });
});

describe('the chosen rows', () => {
  it('change by one row at a time, and keep those of other pages', () => {
    const chosen = toggled({ 7: true }, { id: 11 });
    expect(chosen).toEqual({ 7: true, 11: true });
    expect(toggled(chosen, { id: 11 })).toEqual({ 7: true });
  });

  it('grow by several, of which some are chosen already', () => {
    expect(withRows({ 7: true, 11: true }, [11, 12])).toEqual({ 7: true, 11: true, 12: true });
  });
});
