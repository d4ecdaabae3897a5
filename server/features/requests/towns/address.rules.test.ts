import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textLimits } from '#contract/words/limits.ts';
import { chooseTown, type Places, readAddress } from './address.rules.ts';
import { townName } from './names.rules.ts';

const TOWNS: Record<string, string[]> = {
  Sanford: ['FL', 'NC', 'ME'],
  'Lake Mary': ['FL'],
  'St. Cloud': ['FL', 'MN'],
  Heathrow: ['FL'],
  Orlando: ['FL'],
  'New York': ['NY'],
  Washington: ['DC', 'PA'],
};
const ZIPS: Record<string, string> = { '32771': 'Sanford', '32746': 'Lake Mary', '34769': 'St. Cloud' };
const places: Places = {
  townOfZip: (zip) => ZIPS[zip] ?? null,
  isTown: (name, state) => TOWNS[name] !== undefined && (state === null || TOWNS[name].includes(state)),
};
const none: Places = { townOfZip: () => null, isTown: () => false };
const townIn = (address: string, known: Places): string | null => {
  const read = readAddress(address);
  return read.isSure ? read.town : chooseTown(read, known);
};

describe('The town of an address', () => {
  // By the address alone: it is clear enough without any list of towns.
  it.each([
    ['100 Main St, Sanford, FL 32771', 'Sanford'],
    ['100 Main St, Sanford, FL 32771-1234', 'Sanford'],
    ['100 Main St, Sanford, FL 327711234', 'Sanford'],
    ['100 Main St, Sanford FL 32771', 'Sanford'],
    ['100 Main St, Sanford FL, 32771', 'Sanford'],
    ['100 Main St, Sanford, FL32771', 'Sanford'],
    ['100 Main St, Sanford, FL. 32771', 'Sanford'],
    ['100 main st, sanford, fl 32771', 'Sanford'],
    ['100 MAIN ST, SANFORD, FL 32771', 'Sanford'],
    ['100 Main St\nSanford, FL 32771', 'Sanford'],
    ['100 Main St\r\nSanford\r\nFL\r\n32771', 'Sanford'],
    ['100 Main St; Sanford; FL; 32771', 'Sanford'],
    ['100 Main St, Sanford, Florida 32771', 'Sanford'],
    ['100 Main St, Sanford, FL', 'Sanford'],
    ['100 Main St, Sanford, Florida', 'Sanford'],
    ['100 Main St, Sanford 32771', 'Sanford'],
    ['100 Main St, Sanford, 32771', 'Sanford'],
    ['100 Main St, Sanford, FL 32771, USA', 'Sanford'],
    ['100 Main St, Sanford, FL 32771 U.S.A.', 'Sanford'],
    ['100 Main St, Sanford, FL, United States', 'Sanford'],
    ['100 Main St, Sanford, FL, United States of America 32771', 'Sanford'],
    ['100 Main St, Apt 4, Sanford, FL 32771', 'Sanford'],
    ['100 Main St, Apt 4 Sanford, FL 32771', 'Sanford'],
    ['100 Main St, #4 Sanford, FL 32771', 'Sanford'],
    ['100 Main St, # 4, Sanford, FL 32771', 'Sanford'],
    ['100 Main St, Sanford, Apt. 4B, FL 32771', 'Sanford'],
    ['100 Main St, Sanford, 2nd Floor, FL 32771', 'Sanford'],
    ['100 Main St, Sanford, Rear, FL 32771', 'Sanford'],
    ['100 Main St, Sanford, Seminole County, FL 32771', 'Sanford'],
    ['100 Main St, Sanford, FL 32771, gate code 4432', 'Sanford'],
    ['100 Main St, Sanford, FL 32771 (call first)', 'Sanford'],
    ['100 Main St, (rear) Sanford, FL 32771.', 'Sanford'],
    ['  100 Main St ,  Sanford ,  FL   32771  ', 'Sanford'],
    ['１００ Main St， Sanford， FL ３２７７１', 'Sanford'],
    ['PO Box 12, Sanford, FL 32772', 'Sanford'],
    ['1 Lakeside, St. Cloud, FL 34769', 'St. Cloud'],
    ['1 Lakeside, Saint Cloud, FL 34769', 'St. Cloud'],
    ['4 Vine St, Winston-Salem, NC 27101', 'Winston-Salem'],
    ['4 Vine St, Winston Salem, N.C. 27101', 'Winston-Salem'],
    ['4 Vine St, Winston-Salem, North Carolina', 'Winston-Salem'],
    ['350 5th Ave, New York, NY 10118', 'New York'],
    ['350 5th Ave, New York, New York 10118', 'New York'],
    ['1600 Main Ave, Washington, DC 20001', 'Washington'],
    ['12 Calle Sol, Mayagüez, PR 00680', 'Mayaguez'],
    ['9 Elm Ct, Ste. Genevieve, MO 63670', 'Ste. Genevieve'],
    ['1 Bay Rd, Land O’ Lakes, FL 34639', "Land O' Lakes"],
  ])('is read: %j', (address, town) => expect(townIn(address, none)).toBe(town));

  it.each([
    // No readable town: the one of the ZIP code.
    ['100 Main St, FL 32771', 'Sanford'],
    ['100 Main St 32771', 'Sanford'],
    ['100 Main St, Suite 200, FL 32771', 'Sanford'],
    ['100 Main St Sanford FL 32771', 'Sanford'],
    ['100 Main St Sanford, FL 32771', 'Sanford'],
    ['100 Main Street, FL 32746', 'Lake Mary'],
    ['Main Street, FL 32746', 'Lake Mary'],
    ['32771', 'Sanford'],
    ['Corner of Main and Oak, FL 32771', 'Sanford'],
    ['100 Main St, FI 32771', 'Sanford'],
    // Neither a comma nor a ZIP code: a known town of the state at the end.
    ['100 Main St Sanford FL', 'Sanford'],
    ['100 Main St Lake Mary, Florida', 'Lake Mary'],
    ['100 Lakeside Dr st cloud fl', 'St. Cloud'],
    // No state: only a known town.
    ['100 Main St, Sanford', 'Sanford'],
    ['100 main st, sanford fl', 'Sanford'],
    ['Sanford', 'Sanford'],
    ['sanford, fl', 'Sanford'],
    ['Sanford, FL 32771', 'Sanford'],
    ['Sanford, FL 32771, 100 Main St', 'Sanford'],
    ['350 5th Ave, New York', 'New York'],
    ['1600 Main Ave, Washington', 'Washington'],
  ])('is looked up: %j', (address, town) => expect(townIn(address, places)).toBe(town));

  it.each([
    '',
    '   ',
    ',,,',
    'n/a',
    'none',
    'See notes',
    'Please, call me',
    'call me',
    '100 Main St',
    '100 Main St, Apt 4',
    '100 Main St, rear building',
    '100 Sanford Ct',
    '100 Main St, No Town, FL',
    '100 Main St, none, FL',
    '1 King St W, Toronto, ON M5V 2T6',
    '10 Downing St, London SW1A 2AA, United Kingdom',
    'Unit 7, APO, AE 09012',
    '<script>alert(1)</script>',
    '100 Main St, <b>Sanford</b>, FL',
    "100 Main St, ');drop table requests;--, FL",
    '100 Main St, Robert\u0000, FL',
    '(((((((((((',
    '=cmd|calc, FL',
  ])('is none: %j', (address) => expect(townIn(address, places)).toBeNull());

  it('is the one that is written, also when the ZIP code belongs to another', () => {
    expect(townIn('1 Lakeside, Heathrow, FL 32746', places)).toBe('Heathrow');
    expect(townIn('1 Lakeside, Newtown Green, FL 32746', places)).toBe('Newtown Green');
  });

  it('is a spelling or nothing, whatever is written', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 })), (address) => {
        const town = townIn(address, places);
        if (town === null) return;
        expect(townName(town)).toBe(town);
        expect([...town].length).toBeLessThanOrEqual(textLimits.town);
      }),
    );
  });

  it.each([
    '('.repeat(20_000),
    ', '.repeat(20_000),
    'FL '.repeat(20_000),
    `FL${' '.repeat(40_000)}`,
    'St. '.repeat(20_000),
    "O'".repeat(20_000),
    '3'.repeat(40_000),
    'fl 32771 '.repeat(5_000),
    'apt 4, '.repeat(10_000),
    '\u0301'.repeat(40_000),
  ])('of a hostile text costs nothing worth mentioning: %#', (address) => {
    expect(readAddress(address).isSure).toBe(false);
  });
});
