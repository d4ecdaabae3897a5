import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { townName } from './names.rules.ts';

describe("A town's name", () => {
  it.each([
    ['Sanford', ['SANFORD', 'sanford', ' Sanford ', 'Sanford.', 'Ｓａｎｆｏｒｄ', 'San\u00adford']],
    ['St. Cloud', ['St Cloud', 'Saint Cloud', 'ST. CLOUD', 'saint  cloud', 'St.Cloud']],
    ['Port St. Lucie', ['Port Saint Lucie', 'PORT ST LUCIE']],
    ['Ste. Genevieve', ['Sainte Genevieve', 'Ste Genevieve']],
    ['Fort Myers', ['Ft. Myers', 'FT MYERS']],
    ['Mount Dora', ['Mt Dora', 'mt. dora']],
    ['North Miami', ['N Miami', 'N. Miami']],
    ['Altamonte Springs', ['Altamonte Spgs', 'ALTAMONTE SPGS.']],
    ['Daytona Beach', ['Daytona Bch']],
    ['Winston-Salem', ['Winston Salem', 'winston-salem', 'WINSTON–SALEM']],
    ['Wilkes-Barre', ['Wilkes Barre']],
    ['DeLand', ['Deland', 'DELAND', 'De Land']],
    ['McAllen', ['Mcallen', 'MCALLEN', 'Mc Allen']],
    ["O'Fallon", ['O Fallon', 'O’FALLON', "o'fallon"]],
    ["Coeur d'Alene", ['Coeur D Alene', 'COEUR D’ALENE']],
    ["Land O' Lakes", ['Land O Lakes', 'land o’lakes']],
    ['Isle of Palms', ['ISLE OF PALMS']],
    ['Boca Raton', ['Boca  Raton']],
    ['Canon City', ['Cañon City']],
    ['La Crosse', ['LA CROSSE']],
    ['東京', ['東京']],
  ])('is spelled in one way: %s', (name, spellings) => {
    expect(spellings.map((spelling) => townName(spelling))).toEqual(spellings.map(() => name));
    expect(townName(name)).toBe(name);
  });

  it.each([
    '',
    ' ',
    '-',
    '.',
    'A',
    '12 Oak',
    'Sanford 2',
    'a/b',
    'a@b.example',
    'A'.repeat(41),
    '=1',
    'none',
    'N/A',
    'TBD',
  ])('is none: %j', (text) => expect(townName(text)).toBeNull());

  it('that is spelled so stays as it is', () => {
    const words = fc.constantFrom(
      'st',
      'saint',
      'mc',
      'o',
      "d'",
      'n',
      'spgs',
      'of',
      'the',
      'land',
      'é',
      'ß',
      '-',
      '.',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), (parts) => {
        for (const text of [parts.join(' '), parts.join('')]) {
          const name = townName(text);
          if (name !== null) expect(townName(name)).toBe(name);
        }
      }),
    );
  });
});
