import { expect, it } from 'vitest';
import { steepCost } from '../testing/costs.ts';
import { weaknessOf } from './common-passwords.ts';

/** In milliseconds of CPU. */
const CHEAP_MS = 200;

it.each([
  'password',
  'PassWord1',
  'qwerty',
  '654321',
  '987654321',
  'abcdef',
  '2468',
  'aaaaaa',
  '121212',
  'ABCabcABC',
  '55555555',
  'aaaaab-7',
  'abcdez',
  'Summer2026',
  'Winter2026!',
  'Autumn-2025',
  'October_2026!!',
  'sunshine2026!',
  'Monkey2024$',
  'P@ssw0rd!1',
  '83920174',
])('refuses %s as a common password', async (password) => {
  expect(await weaknessOf(password)).not.toBeNull();
});

it.each([
  'lights-on-at-seven',
  'x7k2qp',
  'password-sunshine-dragon',
  'correct-horse-9',
  '12a34b56c',
  'x1x2x3x4',
  'ohm’s law',
  ' 👷👷🏽👷 ',
])('accepts %s', async (password) => {
  expect(await weaknessOf(password)).toBeNull();
});

it.each([
  ['secret-12', 'one_word'],
  ['Orlando2026', 'one_word'],
  ['sunshine2026!', 'one_word'],
  ['nora1234', 'personal'],
  ['Winter2026', 'personal'],
  ['qwerty', 'one_word'],
  ['abcdef', 'guessable'],
  ['83920174', 'guessable'],
] as const)('says why %s is weak: %s', async (password, weakness) => {
  expect(await weaknessOf(password, ['Nora North'])).toBe(weakness);
});

const about = ['Tess Volt', 'tess.volt@halyard.example', 'Halyard Lighting & Electric'];

it.each([
  'tessvolt1',
  'Tess.Volt',
  'V0lt-Tess-99',
  'tEss.v0lt2026',
  'TessVolt2026!',
  'halyard-2026',
  'L1ght1ng#2026',
  'SummerTess2026',
  '2026volt2026',
])('refuses %s, made of the name, the address or the business', async (password) => {
  expect(await weaknessOf(password, about)).toBe('personal');
});

it.each([
  ['it@acme.com', 'Ida Todd', 'it@acme.com'],
  ['acme.com', 'Ida Todd', 'it@acme.com'],
  ['com-acme-it', 'Ida Todd', 'it@acme.com'],
  ['IT.acme.2026', 'Ida Todd', 'it@acme.com'],
  ['Al Wu1', 'Al Wu', 'a@b.example'],
  ['wual77', 'Al Wu', 'a@b.example'],
  ['Al.Wu.Al', 'Al Wu', 'a@b.example'],
  ['okafor.m', 'Mo Okafor', 'm.okafor@halyard.example'],
  ['OBrien99', 'Pat O’Brien', 'pat@halyard.example'],
  ['Jose-Nunez', 'José Núñez', 'jn@halyard.example'],
  ['José Núñez', 'Jose Nunez', 'jn@halyard.example'],
  ['dana+desk@halyard.example', 'Dana Whitfield', 'dana+desk@halyard.example'],
  ['room101@hotel42.example', 'Front Desk', 'room101@hotel42.example'],
  [
    'maximilian.featherstone@lighting-contractors.example',
    'Max F',
    'maximilian.featherstone@lighting-contractors.example',
  ],
])('refuses %s for %s with the address %s', async (password, name, email) => {
  expect(await weaknessOf(password, [name, email, 'Halyard Lighting & Electric'])).toBe('personal');
});

it.each([
  ['4411 0283 9926 4177', 'Al Wu'],
  ['lights-on-at-seven', 'A B C'],
  ['copper also wurst', 'Al Wu'],
])('accepts %s for %s', async (password, name) => {
  expect(await weaknessOf(password, [name, 'al@wu.example'])).toBeNull();
});

it.each(['tess-likes-copper', 'volt4everyone-up', 'halyard-demo-lamp'])(
  'accepts %s, which has further words',
  async (password) => {
    expect(await weaknessOf(password, about)).toBeNull();
  },
);

it('handles a name with any character', async () => {
  expect(await weaknessOf('(((]]]---9', ['a]b[c*d(e', '(((', '名前太郎'])).toBeNull();
  expect(await weaknessOf('名前太郎2026', ['名前太郎'])).toBe('personal');
});

it('costs no more than in proportion to its length for a password of any content', async () => {
  const fillings = [
    'a',
    'password',
    'aB3$',
    '1990',
    'p@ssw0rd1',
    '4@8({[<3#6!|05$7+2%',
    'tessvolt',
    'qwertyuiop',
    '12/31/1999',
  ];
  const check = (filling: string, length: number) => () => weaknessOf(filling.repeat(256).slice(0, length), about);
  for (const filling of fillings) {
    expect(await steepCost(CHEAP_MS, check(filling, 256), () => check(filling, 128)), filling).toBeNull();
  }
});
