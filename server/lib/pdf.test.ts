import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPdfRenderer, type PdfRenderer } from './pdf.ts';

let folder: string;
let pdfs: PdfRenderer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-typst-'));
  await writeFile(
    path.join(folder, 'sheet.typ'),
    '#let data = json(bytes(sys.inputs.data))\n#set document(title: data.title)\n= #data.title\n#lorem(data.words)',
  );
  await writeFile(path.join(folder, 'broken.typ'), '#unknown()');
  await writeFile(path.join(folder, 'outside.typ'), '#set document(title: "x")\n#read("../outside.txt")');
  pdfs = createPdfRenderer(folder);
});
afterAll(async () => {
  await pdfs.close();
  await rm(folder, { recursive: true, force: true });
});

const sheet = (title: string, words = 20) =>
  pdfs.render({ template: 'sheet.typ', data: { title, words }, pictures: [] });

it('renders a document, also after one that failed', async () => {
  const broken = () => pdfs.render({ template: 'broken.typ', data: {}, pictures: [] });
  await expect(broken()).rejects.toThrow('broken.typ could not be rendered');
  expect((await sheet('One')).subarray(0, 5).toString()).toBe('%PDF-');
  await expect(broken()).rejects.toThrow('unknown variable');
});

it('reads nothing outside the folder of the templates', () =>
  expect(pdfs.render({ template: 'outside.typ', data: {}, pictures: [] })).rejects.toThrow('could not be rendered'));

it('renders documents that are asked for at the same time, each with its own data', async () => {
  const sizes = await Promise.all([sheet('Short', 1), sheet('Long', 3_000), sheet('Short', 1)]);
  expect(sizes[0]?.length).toBe(sizes[2]?.length);
  expect(sizes[1]?.length).toBeGreaterThan((sizes[0]?.length ?? 0) * 2);
});

it('makes a photo as small as it is asked for, with white for what is transparent', async () => {
  const clear = {
    create: { width: 600, height: 300, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  };
  const photo = await sharp(clear).png().toBuffer();
  const small = sharp(await pdfs.photo({ photo, side: 200 }));
  expect(await small.metadata()).toMatchObject({ format: 'jpeg', width: 200, height: 100 });
  expect((await small.stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  await expect(pdfs.photo({ photo: Buffer.from('no picture'), side: 200 })).rejects.toThrow('could not be rendered');
});

const words = (file: string) => readFileSync(file, 'utf8').split('\0');

/** The processes that render for this one, by their ids. */
const renderers = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const parent = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')[1]);
        return parent === process.pid && words(`/proc/${pid}/cmdline`).some((word) => word.endsWith('pdf-process.ts'));
      } catch {
        return false;
      }
    });
const only = (): number => {
  const [pid, ...others] = renderers();
  if (!pid || others.length) throw new Error('one process should render');
  return pid;
};

describe('the process that renders', () => {
  const document = { template: 'sheet.typ', data: { title: 'A', words: 20 }, pictures: [] };
  const opened = (limits?: Parameters<typeof createPdfRenderer>[1]) => {
    const renderer = createPdfRenderer(folder, limits);
    onTestFinished(() => renderer.close());
    return renderer;
  };
  beforeEach(() => pdfs.close());

  it('is replaced when it has died, and fails only the document that it was at', async () => {
    const renderer = opened({ timeoutMs: 300_000 });
    await renderer.render(document);
    process.kill(only(), 'SIGSTOP');
    const lost = renderer.render(document);
    process.kill(only(), 'SIGKILL');
    await expect(lost).rejects.toThrow(/the process that renders has ended \(SIGKILL\)|EPIPE/);
    expect((await renderer.render(document)).length).toBeGreaterThan(1_000);
    const idle = only();
    process.kill(idle, 'SIGKILL');
    await vi.waitUntil(() => !existsSync(`/proc/${idle}`));
    expect((await renderer.render(document)).length).toBeGreaterThan(1_000);
  });

  it('is ended when a document takes too long', async () => {
    const renderer = opened({ timeoutMs: 0 });
    await expect(renderer.render(document)).rejects.toThrow('aborted');
    expect(renderers()).toEqual([]);
  });

  it('goes on when a stop of the service signals all of its processes, and ends with the service', async () => {
    const renderer = opened();
    await renderer.render(document);
    process.kill(only(), 'SIGTERM');
    process.kill(only(), 'SIGINT');
    const before = only();
    await renderer.render(document);
    expect(only()).toBe(before);
    await renderer.close();
    expect(renderers()).toEqual([]);
  });

  it('is another one after some documents', async () => {
    const renderer = opened({ documentsMax: 2 });
    await renderer.render(document);
    const first = only();
    await renderer.render(document);
    expect(only()).toBe(first);
    await renderer.render(document);
    expect(only()).not.toBe(first);
  });

  it('has another one beside it only while two documents are rendered, and a stopped one holds up no other', async () => {
    const renderer = opened({ timeoutMs: 300_000 });
    await renderer.render(document);
    const stopped = only();
    process.kill(stopped, 'SIGSTOP');
    const held = renderer.render(document);
    await renderer.render(document);
    await renderer.render(document);
    expect(renderers()).toHaveLength(2);
    process.kill(stopped, 'SIGCONT');
    expect((await held).length).toBeGreaterThan(1_000);
  });

  it('knows neither passwords nor keys', async () => {
    vi.stubEnv('AUDIT_KEY', 'secret');
    await opened().render(document);
    vi.unstubAllEnvs();
    expect(words(`/proc/${only()}/environ`).join(' ')).not.toMatch(/AUDIT_KEY|DATABASE|PATH=/);
  });
});
