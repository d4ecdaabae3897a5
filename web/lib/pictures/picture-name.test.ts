import { expect, it } from 'vitest';
import { namedByContent } from './picture-name.ts';

const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const PNG = [0x89, 0x50, 0x4e, 0x47];
const GIF = [...Buffer.from('GIF89a')];
const WEBP = [...Buffer.from('RIFF\u0007\u0000\u0000\u0000WEBPVP8 ')];
const nameOf = async (name: string, bytes: readonly number[]) =>
  (await namedByContent(new File([new Uint8Array(bytes)], name)))?.name;

it.each([
  ['pole.jpg', JPEG, 'pole.jpg'],
  ['POLE.JPEG', JPEG, 'POLE.JPEG'],
  ['pole.png', PNG, 'pole.png'],
  ['pole.gif', GIF, 'pole.gif'],
  ['pole.webp', WEBP, 'pole.webp'],
  ['chat.v2.jpg', WEBP, 'chat.v2.webp'],
  ['screen.jpeg', PNG, 'screen.png'],
  ['photo.png', JPEG, 'photo.jpg'],
  // What holds no picture, and has the name of one.
  ['text.jpg', [...Buffer.from('no picture')], undefined],
  ['sound.webp', [...Buffer.from('RIFF\u0007\u0000\u0000\u0000WAVEfmt ')], undefined],
  ['short.png', [0x89], undefined],
  // Other files, and the empty one, have rules of their own.
  ['plan.pdf', [...Buffer.from('%PDF')], 'plan.pdf'],
  ['empty.jpg', [], 'empty.jpg'],
])('%s %#', async (name, bytes, expected) => {
  expect(await nameOf(name, bytes)).toBe(expected);
});

it('a renamed picture keeps its bytes and its time, and has the type of its content', async () => {
  const file = new File([new Uint8Array(PNG)], 'a.jpg', { type: 'image/jpeg', lastModified: 5 });
  const named = await namedByContent(file);
  expect(named).toMatchObject({ name: 'a.png', type: 'image/png', lastModified: 5, size: 4 });
});
