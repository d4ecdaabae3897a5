import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { vital } from '#contract/text.ts';
import { readStoredJson, tryStoredJson, UnreadableJson, writeStoredJson } from './stored-json.ts';

const time = z
  .string()
  .regex(/^\d\d:\d\d$/)
  .register(vital, { reason: 'hours are computed with it' });
const schema = z.strictObject({
  phone: z.string().max(8),
  look: z.enum(['light', 'dark']),
  place: z.strictObject({ city: z.string(), floor: z.number().optional() }),
  open: z.strictObject({ from: time, to: time }).nullable(),
  links: z.array(z.strictObject({ name: z.string(), url: z.string() })),
});
type Desk = z.output<typeof schema>;
const defaults: Desk = {
  phone: '555',
  look: 'light',
  place: { city: 'Orlando' },
  open: { from: '07:30', to: '16:00' },
  links: [],
};
const kind = { schema, defaults };
const link = { name: 'Site', url: 'https://a.example' };
const desk: Desk = {
  phone: '777',
  look: 'dark',
  place: { city: 'Ponce', floor: 2 },
  open: { from: '08:00', to: '12:00' },
  links: [link],
};
const deskOf = (stored: unknown) => readStoredJson(kind, stored).value;
const repairsOf = (stored: unknown) => readStoredJson(kind, stored).repaired;

describe('reading stored JSON', () => {
  it('takes a value of this release as it is', () => {
    expect(readStoredJson(kind, desk)).toEqual({ value: desk, repaired: [] });
  });

  it('ignores unknown keys at every depth', () => {
    const more = { ...desk, fax: '1', place: { ...desk.place, dock: 4 }, links: [{ ...link, icon: 'x' }] };
    expect(readStoredJson(kind, more)).toEqual({ value: desk, repaired: [] });
  });

  it.each([
    ['a missing key', { phone: undefined }, { phone: '555' }, ['phone']],
    ['another type', { phone: 777 }, { phone: '555' }, ['phone']],
    ['an unknown word', { look: 'sepia' }, { look: 'light' }, ['look']],
    ['a missing object', { place: undefined }, { place: { city: 'Orlando' } }, ['place']],
    ['a missing key of an object', { place: { floor: 2 } }, { place: { city: 'Orlando', floor: 2 } }, ['place.city']],
    ['a list of another type', { links: 'none' }, { links: [] }, ['links']],
  ])('fills %s from the defaults and names it', (_what, change, filled, paths) => {
    const stored = JSON.parse(JSON.stringify({ ...desk, ...change }));
    expect(readStoredJson(kind, stored)).toEqual({ value: { ...desk, ...filled }, repaired: paths });
  });

  it('leaves out an optional value of another type', () => {
    expect(deskOf({ ...desk, place: { city: 'Ponce', floor: 'two' } }).place).toEqual({ city: 'Ponce' });
  });

  it('leaves out an item of a list that it can’t use', () => {
    const stored = { ...desk, links: [{ name: 'No address' }, link] };
    expect(deskOf(stored).links).toEqual([link]);
    expect(repairsOf(stored)).toEqual(['links.0.url', 'links.0']);
  });

  it('keeps a value that only a tightened rule refuses', () => {
    expect(readStoredJson(kind, { ...desk, phone: '555 0100 0100' })).toEqual({
      value: { ...desk, phone: '555 0100 0100' },
      repaired: [],
    });
  });

  it('replaces a value that breaks a vital rule', () => {
    expect(deskOf({ ...desk, open: { from: '8 AM', to: '12:00' } }).open).toEqual({ from: '07:30', to: '12:00' });
  });

  it('replaces an object of which a part has no default', () => {
    const closed = { schema, defaults: { ...defaults, open: null } };
    expect(readStoredJson(closed, { ...desk, open: { from: '8 AM', to: '12:00' } }).value.open).toBeNull();
  });

  it.each([null, [], 'text', 7])('refuses %j, which is no object', (stored) => {
    expect(() => readStoredJson(kind, stored)).toThrow(UnreadableJson);
  });

  it('refuses a value that lacks a key without a default', () => {
    expect(() => readStoredJson({ schema }, { ...desk, phone: undefined })).toThrow(/phone/);
    expect(tryStoredJson({ schema }, { ...desk, phone: undefined })).toBeNull();
  });

  it('takes no key from the prototype', () => {
    const odd = { schema: z.strictObject({ toString: z.string() }), defaults: {} };
    expect(() => readStoredJson(odd as never, {})).toThrow(UnreadableJson);
  });
});

describe('writing stored JSON', () => {
  const newer = {
    ...desk,
    slogan: 'Lights on',
    place: { ...desk.place, dock: 4 },
    open: { ...desk.open, lunch: '10:00' },
    links: [{ ...link, icon: 'x' }],
  };

  it('keeps unknown keys at every depth', () => {
    expect(writeStoredJson(kind, { ...desk, phone: '778', place: { city: 'Mayagüez' } }, newer)).toEqual({
      ...newer,
      phone: '778',
      place: { city: 'Mayagüez', dock: 4 },
    });
  });

  it('keeps the unknown keys of an item that moved', () => {
    const first = { name: 'First', url: 'https://b.example' };
    const written = writeStoredJson(kind, { ...desk, links: [first, link] }, newer);
    expect(written).toMatchObject({ links: [first, { ...link, icon: 'x' }] });
  });

  it('gives each of two equal items its own unknown keys', () => {
    const stored = {
      ...desk,
      links: [
        { ...link, icon: 'x' },
        { ...link, icon: 'y' },
      ],
    };
    expect(writeStoredJson(kind, { ...desk, phone: '1', links: [link, link] }, stored)).toEqual({
      ...stored,
      phone: '1',
    });
  });

  it('removes a known key that the value lacks', () => {
    expect(writeStoredJson(kind, { ...desk, place: { city: 'Ponce' } }, desk)).toEqual({
      ...desk,
      place: { city: 'Ponce' },
    });
  });

  it('removes an item that the value lacks', () => {
    expect(writeStoredJson(kind, { ...desk, links: [] }, newer)).toMatchObject({ links: [] });
  });

  it('keeps an item that this release can’t read', () => {
    const stored = { ...desk, links: [{ name: 'Later', address: {} }, link] };
    expect(writeStoredJson(kind, { ...desk, links: [] }, stored)).toMatchObject({ links: [stored.links[0]] });
  });

  it('keeps a word of another release that nobody replaced', () => {
    const stored = { ...desk, look: 'sepia' };
    expect(writeStoredJson(kind, { ...deskOf(stored), phone: '1' }, stored)).toMatchObject({ look: 'sepia' });
    expect(writeStoredJson(kind, { ...desk, look: 'dark' }, stored)).toMatchObject({ look: 'dark' });
  });

  it.each([
    ['closes what was open', null, desk.open],
    ['opens what was closed', defaults.open, null],
  ])('%s', (_what, open, before) => {
    expect(writeStoredJson(kind, { ...desk, open }, { ...desk, open: before })).toMatchObject({ open });
  });
});
