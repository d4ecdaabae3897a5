import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { fileTypeFromBuffer } from 'file-type';
import { describe, expect, it } from 'vitest';
import { animatedPng, compoundFile, docx, heic, pdf, zip } from '#server/testing/bytes.ts';
import { fileTexts } from '../files.ts';
import { judge } from './content.ts';

type Content = string | Uint8Array;
const bytesOf = (content: Content) => (typeof content === 'string' ? new TextEncoder().encode(content) : content);
const verdict = (name: string, content: Content, kind: 'images' | 'documents' = 'documents') =>
  judge({ name, bytes: bytesOf(content) }, kind, async () => ({ fileTypeFromBuffer, unzipSync }));
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const MEGABYTE = 1024 * 1024;

const JPEG = latin1('\xff\xd8\xff\xe0\0\x10JFIF');
const WEBP = latin1('RIFF\x07\0\0\0WEBPVP8 ');

describe('a picture', () => {
  it.each([
    ['photo.jfif', JPEG, 'jpg'],
    ['photo.jpe', JPEG, 'jpg'],
    ['1000012345', JPEG, 'jpg'],
    ['photo.png', JPEG, 'jpg'],
    ['IMG_0001.HEIC', JPEG, 'jpg'],
    ['list.csv', JPEG, 'jpg'],
    ['chat.jpg', WEBP, 'webp'],
    ['lamp.gif', latin1('GIF89a\x40\0\x40\0'), 'gif'],
    ['lamp.png', animatedPng([20, 200]), 'png'],
  ])('is what its bytes are: %s %#', async (name, content, type) => {
    expect(await verdict(name, content, 'images')).toEqual({ type });
  });

  it('of an iPhone is known as HEIC, whatever its name', async () => {
    for (const name of ['IMG_3560.HEIC', 'photo.jpg', '1000012345']) {
      expect(await verdict(name, heic())).toEqual({ problem: fileTexts.wrongType, isHeic: true });
    }
  });

  it('in AVIF is not known as HEIC', async () => {
    const avif = latin1('\0\0\0\x18ftypmif1\0\0\0\0mif1avif');
    expect(await verdict('photo.jpg', avif)).toEqual({ problem: fileTexts.wrongType });
  });
});

describe('a table', () => {
  it.each([
    'MAC Address,Fixture',
    'FORM NO,Zone',
    '4ft,T8',
    '8ft,T12',
    'BM,Zone',
    'MZ,Zone',
    'GIF89a,Zone',
    'GIF8,Zone',
    'RIFF,4,WEBP',
    'RIFF,abcWEBP,x',
    'ID3,Zone',
    'II*,Zone',
    'MM,*,Zone',
    'Rar!,Zone',
    'PK,Zone',
    'OTTO,Zone',
    'fLaC,Zone',
    'OggS,Zone',
    'FWS,Zone',
    'BZh9,Zone',
    'LZIP,Zone',
    'SIMPLE  =,Zone',
    'wOFF,Zone',
    '8BPS,Zone',
    'MThd,Zone',
    '!<arch>,Zone',
    '#!AMR,Zone',
    '%!PS,Zone',
    '%PDF-Nr,Zone',
    'solid state,Zone',
    'BEGIN:VCARD,Zone',
    '07070100,Zone',
    'free,ftyp,Zone',
    '1234ftypheic,Zone',
  ])('may begin with %s', async (start) => {
    expect(await verdict('list.csv', `${start}\r\n1,2\r\n`)).toEqual({ type: 'csv' });
  });

  it.each<[string, Content]>([
    ['Mac Roman with CR', latin1('Pi\x8fce,Cr\x8fme,For\x90t\r1,2,3\r')],
    ['Windows-1252', latin1('Stra\xdfe;caf\xe9;\x80 5\r\n')],
    ['UTF-8 with its mark', '\ufeffpole;état\n'],
    ['UTF-16 with its mark', Buffer.from('\ufeffpole\tlamp\r\n', 'utf16le')],
    ['big-endian UTF-16', Buffer.from('\ufeffpole\tlamp\r\n', 'utf16le').swap16()],
    ['the end mark of DOS', 'pole,lamp\r\n1,LED\r\n\u001a'],
    ['a control character in a cell', 'pole,\u0007lamp\n'],
    ['a NUL in a cell', 'pole,lamp\0\n1,LED\n'],
    ['both', 'pole,\u0007lamp\r\n\u001a'],
    ['line breaks in cells', 'pole,one\u000btwo\u000bthree\u000bfour\n'],
    ['characters that were lost', `caf\ufffd,t\ufffdt\ufffd\n`],
  ])('may be written in or with %s', async (_, content) => {
    expect(await verdict('list.csv', content)).toEqual({ type: 'csv' });
  });

  it.each(['list', '1000012345', 'list 2.1', 'list.xls'])('may be named %s', async (name) => {
    expect(await verdict(name, 'pole,lamp\n')).toEqual({ type: 'csv' });
  });

  it.each(['notes.txt', 'run.bat', 'page.html', 'mail.mht'])('is no text named %s', async (name) => {
    expect(await verdict(name, 'pole,lamp\n')).toEqual({ problem: fileTexts.wrongType });
  });

  it('is every text that is no markup', async () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !/\p{Cc}|[<]/u.test(text));
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(rows, async (table) => {
        const text = `id,${table.map((row) => row.join(',')).join('\r\n')}\n`;
        expect(await verdict('a.csv', text)).toEqual({ type: 'csv' });
      }),
    );
  });

  it('is not a program or other bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 2_000, maxLength: 2_500, max: 60 }), async (bytes) => {
        expect(await verdict('a.csv', bytes)).toHaveProperty('problem');
      }),
      { numRuns: 20 },
    );
  });

  it.each(['<html', ' <!DOCTYPE', '\n<?xml', '<svg', '\ufeff<a', '\u0001<html', '{\\rtf1'])(
    'does not begin like markup: %j',
    async (start) => {
      expect(await verdict('a.csv', `${start},b\n`)).toEqual({ problem: fileTexts.wrongType });
      expect(await verdict('1000012345', `${start},b\n`)).toEqual({ problem: fileTexts.wrongType });
    },
  );
});

describe('a PDF', () => {
  const PJL = '\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n';
  it.each<[string, Content]>([
    ['a line break', '\r\n'],
    ['spaces', '   '],
    ['a byte order mark', '\ufeff'],
    ['the header of a printer', PJL],
    ['a reset of a printer', `\x1bE${PJL}`],
    ['the header of a download', 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'],
    ['the header of an email', 'MIME-Version: 1.0\r\nContent-Type: application/pdf\r\n\r\n'],
    ['zeros', Buffer.alloc(128)],
    ['1,024 bytes', '\n'.repeat(1024)],
  ])('may begin behind %s', async (_, before) => {
    const content = Buffer.concat([bytesOf(before), pdf()]);
    expect(await verdict('plan.pdf', content)).toEqual({ type: 'pdf' });
    expect(await verdict('1000012345', Buffer.concat([content, latin1('\0\x01\x02\x03')]))).toEqual({ type: 'pdf' });
  });

  it.each<[string, Content]>([
    ['markup', '<html><script>planted()</script>'],
    ['a program', Buffer.concat([latin1('MZ\x90\0\x03'), Buffer.alloc(200)])],
    ['1,025 bytes', '\n'.repeat(1025)],
  ])('may not begin behind %s', async (_, before) => {
    const content = Buffer.concat([bytesOf(before), pdf()]);
    expect(await verdict('plan.pdf', content)).toHaveProperty('problem');
  });

  it('under the name of a table is a PDF', async () => {
    expect(await verdict('list.csv', pdf())).toEqual({ type: 'pdf' });
  });

  it('is no table that mentions one', async () => {
    expect(await verdict('list.csv', 'format,version\n%PDF-1.7\n,x\n')).toEqual({ type: 'csv' });
    expect(await verdict('1000012345', 'format,%PDF-1.7\n')).toEqual({ type: 'csv' });
  });
});

describe('an Office document', () => {
  it.each([
    ['letter.doc', compoundFile(), 'doc'],
    ['sheet.xls', compoundFile(), 'xls'],
    ['sheet.doc', compoundFile('Workbook'), 'xls'],
    ['sheet', compoundFile('Book'), 'xls'],
    ['1000012345', compoundFile('WordDocument'), 'doc'],
    ['letter.doc', docx(), 'docx'],
    ['1000012345', docx(), 'docx'],
  ])('is what its bytes are: %s %#', async (name, content, type) => {
    expect(await verdict(name, content)).toEqual({ type });
  });

  it('may have a screenshot that is packed well', async () => {
    const screenshot = docx(
      { 'word/media/image1.bmp': 'x'.repeat(60_000) },
      { 'word/media/image1.bmp': 34 * MEGABYTE },
    );
    expect(await verdict('letter.docx', screenshot)).toEqual({ type: 'docx' });
  });

  it.each([
    ['that is packed too well', docx({ a: 'x' }, { a: 41 * MEGABYTE })],
    ['that unpacks to too much', docx({ a: 'x'.repeat(600_000) }, { a: 51 * MEGABYTE })],
    ['of no known kind', zip({ 'run.exe': 'MZ' })],
    ['without its directory', docx().subarray(0, -30)],
  ])('is no archive %s', async (_, content) => {
    expect(await verdict('letter.docx', content)).toEqual({ problem: fileTexts.wrongType });
  });

  it('is no installer', async () => {
    expect(await verdict('setup.msi', compoundFile())).toEqual({ problem: fileTexts.wrongType });
  });
});

describe('a refusal', () => {
  it.each<[string, Content, string]>([
    ['vector.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', fileTexts.wrongType],
    ['vector.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', fileTexts.wrongType],
    ['run.exe', 'MZ', fileTexts.wrongType],
    ['text.jpg', 'no picture', fileTexts.misfit],
    ['fake.pdf', 'no document', fileTexts.misfit],
    ['blank.csv', ' \n ', fileTexts.misfit],
  ])('tells a wrong type from a damaged file: %s', async (name, content, problem) => {
    expect(await verdict(name, content)).toEqual({ problem });
  });

  it('of a document among photos says which types are allowed', async () => {
    for (const [name, content] of [
      ['plan.pdf', pdf()],
      ['photo.jpg', pdf()],
      ['list.csv', 'a,b\n'],
    ] as const) {
      expect(await verdict(name, content, 'images')).toEqual({ problem: fileTexts.notAnImage });
    }
  });
});
