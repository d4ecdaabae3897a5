import { expect, it } from 'vitest';
import { isOfItsType } from './document-content.ts';

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

it.each([
  ['report.pdf', '%PDF-1.7\n', true],
  ['fake.pdf', 'no document', false],
  ['list.csv', 'pole,lamp\n1,LED', true],
  ['page.csv', '<html>', false],
  ['letter.doc', bytes('d0cf11e0a1b11ae1'), true],
  ['sheet.xls', 'pole,lamp', false],
  ['letter.docx', 'no archive', false],
  ['notes.txt', 'notes', true],
])('a document is what its name says: %s', async (name, content, isRight) => {
  expect(await isOfItsType(new File([content], name))).toBe(isRight);
});
