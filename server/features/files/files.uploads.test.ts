import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { compoundFile, docx, heic, pdf, pixelBomb, withTextChunk, zip } from '#server/testing/bytes.ts';
import { aRequest, as, type Person, picture, submission } from '#server/testing/factories.ts';
import { fields, rawForm, send } from '#server/testing/raw-form.ts';
import { fetchFile, storedKeys, type TestApp, testApp } from '#server/testing/test-app.ts';

const WRONG_TYPE = 'Only images (JPG, PNG, GIF, WebP) and documents (PDF, DOCX, CSV) are allowed';
const MISFIT = "This file's contents don't match its extension, or it can't be read.";
const KEY = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(\.thumbnail)?$/;

let test: TestApp;
let admin: Person;
const large = {} as Record<'gif' | 'png', Buffer>;
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#405060' } });
const pictures = {} as Record<'jpeg' | 'png' | 'webp' | 'gif', Buffer>;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) pictures[format] = await picture(format);
  // A few kilobytes with 39.9 megapixels, and 30 interlaced megapixels of 16 bits a channel, which are 240 MB when decoded.
  large.gif = await plain(6_300, 6_330).gif().toBuffer();
  large.png = await plain(6_000, 5_000).ensureAlpha().toColourspace('rgb16').png({ progressive: true }).toBuffer();
});
afterAll(() => test.close());

async function uploaded(name: string, bytes: Buffer) {
  const { id } = await aRequest(test, {}, [{ name, bytes }]);
  const { request } = await admin.call(api.requests.get, { params: { id: String(id) } });
  const [file] = request.files;
  if (!file) throw new Error(`${name} was not stored`);
  return file;
}

const text = (value: string) => () => Buffer.from(value);
const HTML = '<!doctype html><html><body><script>planted()</script></body></html>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="planted()"></svg>';

const PJL = Buffer.from('\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n');
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const MEGABYTE = 1024 * 1024;
const entries = (count: number, bytes = 12_000) =>
  Object.fromEntries(Array.from({ length: count }, (_, n): [string, string] => [`word/${n}.xml`, 'x'.repeat(bytes)]));

describe('a good file', () => {
  it.each([
    ['a.jpg', () => pictures.jpeg, 'image/jpeg'],
    ['a.JPEG', () => pictures.jpeg, 'image/jpeg'],
    ['a.png', () => pictures.png, 'image/png'],
    ['a.gif', () => pictures.gif, 'image/gif'],
    ['a.webp', () => pictures.webp, 'image/webp'],
    ['a.pdf', pdf, 'application/pdf'],
    ['a.docx', () => docx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.doc', compoundFile, 'application/msword'],
    ['a.xls', compoundFile, 'application/vnd.ms-excel'],
    ['a.csv', text('pole,state\r\n1,"dark, ""again"""\r\n'), 'text/csv'],
    ['bom.csv', text('\ufeffpole;état\n1;éteint\n'), 'text/csv'],
    ['BMS points.csv', text('BMS point,state\nL-1,off\n'), 'text/csv'],
    ['MZ.csv', text('MZ,zone\n1,2\n'), 'text/csv'],
    ['from Excel.csv', () => Buffer.from('Stra\u00dfe;caf\u00e9;\x80 5\r\n', 'latin1'), 'text/csv'],
    ['unicode text.csv', () => Buffer.from('\ufeffpole\tlamp\r\n1\tdunkel \u00f6\r\n', 'utf16le'), 'text/csv'],
    ['big-endian.csv', () => Buffer.from('\ufeffpole\tlamp\r\n', 'utf16le').swap16(), 'text/csv'],
  ])('%s is stored with its own type and can be downloaded', async (name, bytes, type) => {
    const file = await uploaded(name, bytes());
    expect(file).toMatchObject({ file_name: name, file_type: type });
    const served = await fetchFile(test, file.file_path);
    expect(served).toMatchObject({ status: 200, headers: { 'content-type': type } });
    expect(served.bytes).toHaveLength(file.file_size);
    if (type.startsWith('image/')) expect((await sharp(served.bytes).metadata()).format).toBe(type.slice(6));
    else expect(served.bytes).toEqual(bytes());
  });

  it.each([
    ['photo.jfif', () => pictures.jpeg, 'photo.jpg', 'image/jpeg'],
    ['photo.jpe', () => pictures.jpeg, 'photo.jpg', 'image/jpeg'],
    ['1000012345', () => pictures.jpeg, '1000012345.jpg', 'image/jpeg'],
    ['IMG_3560.HEIC', () => pictures.jpeg, 'IMG_3560.jpg', 'image/jpeg'],
    ['jpeg-named.png', () => pictures.jpeg, 'jpeg-named.jpg', 'image/jpeg'],
    ['png-named.jpg', () => pictures.png, 'png-named.png', 'image/png'],
    ['webp-named.gif', () => pictures.webp, 'webp-named.webp', 'image/webp'],
    ['png-named.csv', () => pictures.png, 'png-named.png', 'image/png'],
    ['page.png.html', () => pictures.png, 'page.png.html.png', 'image/png'],
    [`${'n'.repeat(130)}`, () => pictures.png, `${'n'.repeat(116)}.png`, 'image/png'],
    ['plan v1.2', pdf, 'plan v1.2.pdf', 'application/pdf'],
    ['pdf-named.csv', pdf, 'pdf-named.pdf', 'application/pdf'],
    ['printed.pdf', () => Buffer.concat([PJL, pdf()]), 'printed.pdf', 'application/pdf'],
    ['newline.pdf', () => Buffer.concat([Buffer.from('\r\n'), pdf()]), 'newline.pdf', 'application/pdf'],
    ['docx-named.doc', () => docx(), 'docx-named.docx', DOCX],
    ['screenshot.docx', () => docx({ a: 'x'.repeat(60_000) }, { a: 34 * MEGABYTE }), 'screenshot.docx', DOCX],
    ['sheet', () => compoundFile('Workbook'), 'sheet.xls', 'application/vnd.ms-excel'],
    ['fixtures.xls', text('pole,lamp\n'), 'fixtures.csv', 'text/csv'],
    ['macs.csv', text('MAC Address,Fixture\r\n00:11:22,F1\r\n'), 'macs.csv', 'text/csv'],
    ['forms.csv', text('FORM NO,Zone\r\n1,A\r\n'), 'forms.csv', 'text/csv'],
    ['mac roman.csv', () => Buffer.from('Pi\x8fce,Cr\x8fme\r1,2\r', 'latin1'), 'mac roman.csv', 'text/csv'],
    ['from DOS.csv', text('pole,lamp\r\n\u001a'), 'from DOS.csv', 'text/csv'],
    ['undefined in windows-1252.csv', () => Buffer.from([0x61, 0x2c, 0x81, 0xe9, 0x0a]), undefined, 'text/csv'],
    ['escape.csv', text('a,\u001b[2J\n'), undefined, 'text/csv'],
  ])('%s is what its bytes are, and named so', async (name, bytes, named, type) => {
    const file = await uploaded(name, bytes());
    expect(file).toMatchObject({ file_name: named ?? name, file_type: type });
    const served = await fetchFile(test, file.file_path);
    expect(served).toMatchObject({ status: 200, headers: { 'content-type': type } });
    if (type.startsWith('image/')) expect((await sharp(served.bytes).metadata()).format).toBe(type.slice(6));
    else expect(served.bytes).toEqual(bytes());
  });
});

describe('a bad file', () => {
  type Bad = [name: string, bytes: () => Buffer];
  /** The content is known, and of no allowed type; or neither name nor content is. */
  const ofWrongType: Bad[] = [
    ['vector.svg', text(SVG)],
    ['page.html', text(HTML)],
    ['page.csv.html', text('a,b\n')],
    ['mail.mht', text('MIME-Version: 1.0\n\n<html>')],
    ['vector.png', text(SVG)],
    ['vector.csv', text(SVG)],
    ['page.png', text(HTML)],
    ['page.csv', text(HTML)],
    ['page.pdf', text(HTML)],
    ['page.doc', text(HTML)],
    ['blank-first.csv', text(`\ufeff \n\t${HTML}`)],
    ['xhtml.csv', text('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>')],
    ['php.csv', text('<?php planted(); ?>')],
    ['zip-named.docx', () => zip({ 'run.exe': 'MZ', 'readme.txt': 'planted' })],
    ['zip-named.pdf', () => zip({ a: 'b' })],
    ['doc-named.docx', compoundFile],
    ['rtf.doc', text('{\\rtf1 planted}')],
    ['declares little of much.docx', () => docx({ a: 'x' }, { a: 41 * MEGABYTE })],
    ['IMG_3560.HEIC', heic],
    ['heic-named.jpg', heic],
    ['exe-before.pdf', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200), pdf()])],
    ['page-before.pdf', () => Buffer.concat([Buffer.from(HTML), pdf()])],
    ['exe-named.csv', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
    ['utf16 page.csv', () => Buffer.from(`\ufeff${HTML}`, 'utf16le')],
    ['windows-1252 page.csv', () => Buffer.from(`${HTML}caf\u00e9`, 'latin1')],
    [
      'declares too much.docx',
      () => docx({ 'word/media/a.bin': 'x'.repeat(600_000) }, { 'word/media/a.bin': 51 * MEGABYTE }),
    ],
    [
      'declares a little often.docx',
      () => docx(entries(60), Object.fromEntries(Object.keys(entries(60)).map((name) => [name, MEGABYTE]))),
    ],
    ['has too many entries.docx', () => docx(entries(1_000, 10))],
    ['has no directory.docx', () => docx().subarray(0, -30)],
  ];
  /** The name is of an allowed type, and the content of none that is known, or damaged. */
  const damaged: Bad[] = [
    ['gif-comment.gif', text('GIF89a/*<script>planted()</script>*/=1;')],
    ['magic-only.png', () => pictures.png.subarray(0, 8)],
    ['png', () => pictures.png.subarray(0, 8)],
    ['blank.csv', text(' \n ')],
    ['utf16 without its mark.csv', () => Buffer.from('a,b\n', 'utf16le')],
    ['text.jpg', text('no picture')],
    ['fake.pdf', text('no document')],
    ['half.png', () => pictures.png.subarray(0, pictures.png.length / 2)],
    ['half.jpg', () => pictures.jpeg.subarray(0, 200)],
  ];

  it.each([
    ...ofWrongType.map((bad) => [...bad, WRONG_TYPE] as const),
    ...damaged.map((bad) => [...bad, MISFIT] as const),
    ['empty.csv', text(''), 'This file is empty'] as const,
    ['empty.png', text(''), 'This file is empty'] as const,
  ])('%s is refused, and nothing is stored', async (name, bytes, reason) => {
    const before = (await storedKeys(test)).length;
    const answer = await test
      .caller()
      .attempt(api.requests.create, { body: submission(), files: [{ name, bytes: bytes() }] });
    expect(answer.status).toBe(400);
    const details = [{ field: 'images', message: `${name}: ${reason}` }];
    expect(answer.body).toMatchObject({ message: reason, details });
    expect(await storedKeys(test)).toHaveLength(before);
  });

  it.each([
    ['bomb.png', () => pixelBomb(20_000), 'This picture has 400 megapixels; the limit is 120'],
    ['bomb.gif', () => large.gif, 'This picture has 40 megapixels; the limit is 10'],
    ['deep.png', () => large.png, 'This picture has 30 megapixels; the limit is 14'],
  ] as const)('with too many pixels is refused with its limit: %s', async (name, bytes, reason) => {
    const files = [{ name, bytes: bytes() }];
    const answer = await test.caller().attempt(api.requests.create, { body: submission(), files });
    expect([answer.status, answer.body.message]).toEqual([400, reason]);
  });
});

describe('a large picture', () => {
  it('of 48 megapixels from a phone that was held upright is accepted, rotated and shrunk', async () => {
    const photo = await plain(8_064, 6_048).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { file_path } = await uploaded('IMG_0048.jpg', photo);
    const stored = await sharp((await fetchFile(test, file_path)).bytes).metadata();
    expect([stored.width, stored.height, stored.orientation]).toEqual([3_072, 4_096, undefined]);
  });
});

describe('hidden content of a picture', () => {
  const marker = '<script>planted()</script>';
  it.each([
    ['a tail.png', () => Buffer.concat([pictures.png, Buffer.from(marker)])],
    ['a tail.jpg', () => Buffer.concat([pictures.jpeg, Buffer.from(marker)])],
    ['a tail.gif', () => Buffer.concat([pictures.gif, Buffer.from(marker)])],
    ['a tail.webp', () => Buffer.concat([pictures.webp, Buffer.from(marker)])],
    ['a zip.png', () => Buffer.concat([pictures.png, zip({ 'planted()': marker })])],
    ['a text chunk.png', () => withTextChunk(pictures.png, marker)],
    [
      'a comment.jpg',
      () => {
        const comment = Buffer.from(`\0${String.fromCharCode(marker.length + 2)}${marker}`, 'latin1');
        return Buffer.concat([
          pictures.jpeg.subarray(0, 2),
          Buffer.from([0xff, 0xfe]),
          comment,
          pictures.jpeg.subarray(2),
        ]);
      },
    ],
  ])('as %s is removed, from the picture and its thumbnail', async (name, bytes) => {
    expect(bytes().includes('planted')).toBe(true);
    const file = await uploaded(name, bytes());
    for (const path of [file.file_path, file.thumbnail_path ?? '']) {
      const served = await fetchFile(test, path);
      expect(served.status).toBe(200);
      expect(served.bytes.includes('planted')).toBe(false);
      expect(served.bytes.includes('script')).toBe(false);
    }
  });
});

describe('a file’s name', () => {
  it.each([
    ['../../../etc/passwd.png', 'passwd.png'],
    ['..\\..\\windows\\system32\\evil.png', 'evil.png'],
    ['/etc/cron.d/evil.png', 'evil.png'],
    ['C:\\evil.png', 'evil.png'],
    ['%2e%2e%2fevil.png', '%2e%2e%2fevil.png'],
    ['nul\u0000byte.png', 'nulbyte.png'],
    ['evil.html\u0000.png', 'evil.html.png'],
    ['tab\tbell\u0007.png', 'tabbell.png'],
    ['photo\u202egpj.png', 'photogpj.png'],
    ['zero\u200bwidth\ufeff.png', 'zerowidth.png'],
    ['cafe\u0301.png', 'café.png'],
    ['配電盤 💡.png', '配電盤 💡.png'],
    ['CON.png', 'CON.png'],
    ['8%22 downlight, 50% dim.png', '8" downlight, 50% dim.png'],
    ['a%0D%0Ab %41 %2F %0a.png', 'ab %41 %2F %0a.png'],
    ['.png', '.png'],
    ['"; filename*=x.png', '"; filename*=x.png'],
    ['Set-Cookie: a=b.png', 'Set-Cookie: a=b.png'],
    [`${'n'.repeat(300)}.png`, `${'n'.repeat(116)}.png`],
    [`${'💡'.repeat(130)}.png`, `${'💡'.repeat(116)}.png`],
  ])('is only a label (%#)', async (name, shown) => {
    const form = [
      ...fields(submission()),
      { name: 'images', filename: name.replaceAll('\\', '\\\\').replaceAll('"', '\\"'), value: pictures.png },
    ];
    const answer = await send(test, api.requests.create, rawForm(form));
    expect(answer.status).toBe(201);
    const { external_id } = answer.body.request as { external_id: string };
    const { requests } = await admin.call(api.requests.list, { query: { search: external_id } });
    const { request } = await admin.call(api.requests.get, { params: { id: String(requests[0]?.id) } });
    expect(request.files.map(({ file_name }) => file_name)).toEqual([shown]);
    const served = await fetchFile(test, request.files[0]?.file_path ?? '');
    expect(served.status).toBe(200);
    expect(served.headers['set-cookie']).toBeUndefined();
    expect(served.headers['content-disposition']).toMatch(/^inline; filename=[\x20-\x7e]+$/);
  });

  it('never becomes a path: the store has only ids, and no file is outside of it', async () => {
    expect((await storedKeys(test)).filter((key) => !KEY.test(key))).toEqual([]);
    expect((await readdir(test.deps.config.dataDir)).sort()).toEqual(['audit.key', 'files', 'installation.id']);
    const inStore = ['incoming', ...(await storedKeys(test))];
    expect((await readdir(`${test.deps.config.dataDir}/files`)).sort()).toEqual(inStore.sort());
  });

  it('with a line break cannot split the header of its form part', async () => {
    const filename = 'a.png"\r\nX-Evil: 1\r\n\r\n<script>.png';
    const form = [...fields(submission()), { name: 'images', filename, value: pictures.png }];
    const answer = await send(test, api.requests.create, rawForm(form));
    expect(answer.status).toBe(400);
  });
});
