import { describe, expect, it } from 'vitest';
import { ApiError } from '../api-client.ts';
import { afterTry, beginOn, follow, isOutdated, stateOfKept } from './edit-base.ts';

const seen = { version: 3, notes: 'two lamps' };
const newer = { version: 4, notes: 'three lamps' };
const refused = new ApiError(409, { error: 'conflict' });
const isSame = (one: typeof seen, other: typeof seen) => one.notes === other.notes;
const lost = [new ApiError(0, {}), new ApiError(502, {}), new Error('cut off')];

describe('the state that an edit is based on', () => {
  it('is the newest one while nothing is edited', () => {
    expect(follow(beginOn(seen), newer, false, isSame)).toEqual(beginOn(newer));
  });

  it('stays what the user saw while something is edited', () => {
    const edit = beginOn(seen);
    expect(follow(edit, newer, true, isSame)).toBe(edit);
    expect(isOutdated(edit, newer)).toBe(true);
  });

  it('is the newest one when what the user saw is back: there is nothing to decide', () => {
    const back = { ...seen, version: 5 };
    const edit = follow(beginOn(seen), back, true, isSame);
    expect(edit).toEqual(beginOn(back));
    expect(isOutdated(edit, back)).toBe(false);
  });

  it('is not outdated by the same version, read again', () => {
    expect(isOutdated(beginOn(seen), { ...seen })).toBe(false);
  });

  const noneTouched = () => true;
  it('is the newest one when others have changed only what is not edited', () => {
    expect(follow(beginOn(seen), newer, true, isSame, noneTouched)).toEqual(beginOn(newer));
  });

  it('stays after a refusal that names no field', () => {
    const edit = afterTry(beginOn(seen), refused);
    expect(follow(edit, newer, true, isSame, noneTouched)).toBe(edit);
    const details = [{ field: 'notes', message: 'Olive changed the notes.' }];
    const named = afterTry(beginOn(seen), new ApiError(409, { error: 'conflict', details }));
    expect(follow(named, newer, true, isSame, noneTouched).base).toBe(newer);
  });

  it('stays the same object when there is nothing to follow, so that a render ends', () => {
    const edit = beginOn(seen);
    expect(follow(edit, seen, false, isSame)).toBe(edit);
  });
});

describe('a try', () => {
  it.each(lost)('without an answer may have been saved: %s', (error) => {
    const edit = afterTry(beginOn(seen), error);
    expect(edit).toEqual({ ...beginOn(seen), hadLostTry: true });
    // The version stays, and a newer one may be the try's own.
    expect(follow(edit, newer, false, isSame)).toBe(edit);
    expect(follow(edit, { ...seen, version: 5 }, true, isSame)).toBe(edit);
    expect(isOutdated(edit, newer)).toBe(false);
  });

  it('that is refused after a lost one asks the user', () => {
    const edit = afterTry(afterTry(beginOn(seen), lost[0]), refused);
    expect(edit).toEqual({ base: seen, hadLostTry: true, isRefused: true, isUnnamed: true });
    expect(isOutdated(edit, newer)).toBe(true);
  });

  it('that is refused after a lost one which was certainly not saved follows the newest state like one that was refused alone', () => {
    const edit = afterTry(afterTry(beginOn(seen), lost[0]), refused, false);
    expect(edit).toEqual({ base: seen, hadLostTry: false, isRefused: true, isUnnamed: true });
    const back = { ...seen, version: 5 };
    expect(isOutdated(follow(edit, back, true, isSame), back)).toBe(false);
  });

  it('that is lost after a refused one asks nothing until the next answer', () => {
    const edit = afterTry(afterTry(beginOn(seen), refused), lost[0]);
    expect(isOutdated(edit, newer)).toBe(false);
  });

  it('that is refused alone was not saved', () => {
    expect(afterTry(beginOn(seen), refused)).toEqual({
      base: seen,
      hadLostTry: false,
      isRefused: true,
      isUnnamed: true,
    });
  });

  it('that succeeds leaves nothing open', () => {
    const edit = afterTry(afterTry(afterTry(beginOn(seen), lost[0]), refused), null);
    expect(edit).toEqual(beginOn(seen));
  });
});

describe('a form with kept entries', () => {
  it('goes on from what the user saw, and takes from the newest row what is not compared', () => {
    const row = { version: 9, notes: 'new notes', status: 'assigned' };
    const kept = { version: 7, fields: { notes: 'mine' }, began: { notes: 'old notes' } };
    expect(stateOfKept(kept, row)).toEqual({ version: 7, notes: 'old notes', status: 'assigned' });
  });

  it('begins on the newest row when that is what the user saw, or nothing was kept', () => {
    const kept = { version: 3, fields: { notes: 'mine' }, began: { notes: 'other' } };
    expect(stateOfKept(kept, seen)).toBe(seen);
    expect(stateOfKept(null, seen)).toBe(seen);
  });
});
