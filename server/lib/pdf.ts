import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createLane } from './lane.ts';
import type { PdfAnswer, PdfJob, PhotoJob } from './pdf-process.ts';
import { root } from './root.ts';

const require = createRequire(import.meta.url);
/**
 * The typefaces as TrueType, which typst needs: their packages, and the weights that are used. `documents/pdf/fonts.typ` has the
 * order in which they are asked for a character (ADR 0013).
 */
const TYPEFACES = {
  '@expo-google-fonts/figtree': ['400Regular', '600SemiBold', '700Bold'],
  '@expo-google-fonts/noto-sans': ['400Regular', '600SemiBold', '700Bold'],
  '@expo-google-fonts/noto-sans-arabic': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-hebrew': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-thai': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-lao': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-khmer': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-myanmar': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-bengali': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-gurmukhi': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-gujarati': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-tamil': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-telugu': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-kannada': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-malayalam': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-sinhala': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-ethiopic': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-armenian': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-georgian': ['400Regular', '700Bold'],
  '@expo-google-fonts/chocolate-classical-sans': ['400Regular'],
  '@expo-google-fonts/gowun-dodum': ['400Regular'],
  '@expo-google-fonts/noto-emoji': ['400Regular'],
};
export const FONT_PACKAGES = Object.keys(TYPEFACES);
export const FONT_FOLDERS = Object.entries(TYPEFACES).flatMap(([name, weights]) =>
  weights.map((weight) => path.join(path.dirname(require.resolve(`${name}/package.json`)), weight)),
);

/** The process runs from its source, because the server's bundle holds only the server's own process. */
const RENDERER = path.join(root, 'server/lib/pdf-process.ts');
/** How many documents are rendered at the same time: one that takes long holds up no short one. */
const PROCESSES = 2;
/** A document that takes longer is given up, and its process with it. */
const TIMEOUT_MS = 20_000;
/** An idle process ends, because it holds over 100 MB. */
const IDLE_MS = 60_000;
/** A process ends after this many documents, because native memory is returned only then. */
const DOCUMENTS_MAX = 100;

/** Renders typst templates as PDF/UA-1. */
export type PdfRenderer = {
  /**
   * Renders two documents at a time, in the order in which they are asked for.
   * @throws `unavailable` when too many documents wait
   */
  render(job: PdfJob): Promise<Buffer>;
  /**
   * Makes a JPEG of a clean picture for a document, at most `side` pixels long. It is decoded in the process that renders, because
   * the memory that decoding takes comes back only when a process ends.
   * @throws `unavailable` when too many documents and photos wait
   */
  photo(job: PhotoJob): Promise<Buffer>;
  close(): Promise<void>;
};

/**
 * The environment of the process: how memory is allotted and the time zone, but no password and no key. Its memory goes back to
 * the system from smaller pieces on than the server's, which costs time that does not matter here (ADR 0007).
 */
const environment = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(TZ$|MALLOC_)/.test(name))),
  MALLOC_MMAP_THRESHOLD_: '32768',
});

function start(folder: string): ChildProcess {
  const started = fork(RENDERER, [folder, ...FONT_FOLDERS], {
    env: environment(),
    execArgv: ['--max-semi-space-size=4', '--max-old-space-size=256'],
    serialization: 'advanced',
  });
  // What it was asked fails when it ends. An error while it is idle is nobody's.
  started.on('error', () => undefined);
  started.unref();
  started.channel?.unref();
  return started;
}

const isRunning = ({ connected, exitCode, signalCode }: ChildProcess) =>
  connected && exitCode === null && signalCode === null;

async function answerOf(renderer: ChildProcess, job: PdfJob | PhotoJob, timeoutMs: number): Promise<PdfAnswer> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(timeoutMs)]);
  const ended = async () => {
    const [code, killedBy] = await once(renderer, 'exit', { signal });
    throw new Error(`the process that renders has ended (${killedBy ?? code})`);
  };
  try {
    const answers = Promise.race([once(renderer, 'message', { signal }), ended()]);
    renderer.send(job);
    const [answer] = (await answers) as [PdfAnswer];
    return answer;
  } finally {
    settled.abort();
  }
}

type Limits = { timeoutMs: number; documentsMax: number };

/** One process, which begins with its first job. */
function createWorker(folder: string, { timeoutMs, documentsMax }: Limits) {
  let renderer: ChildProcess | undefined;
  let rendered = 0;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = renderer;
    renderer = undefined;
    rendered = 0;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    // It ignores the other signals, and has nothing to save.
    ending.kill('SIGKILL');
    await ended;
  }
  async function ready(): Promise<ChildProcess> {
    if (rendered >= documentsMax || (renderer && !isRunning(renderer))) await end();
    renderer ??= start(folder);
    return renderer;
  }
  return {
    /** @param what stands in the error */
    async make(job: PdfJob | PhotoJob, what: string): Promise<Buffer> {
      clearTimeout(idle);
      try {
        const answer = await answerOf(await ready(), job, timeoutMs);
        if ('error' in answer) throw new Error(`${what} could not be rendered: ${answer.error}`);
        if ('template' in job) rendered += 1;
        idle = setTimeout(() => void end(), IDLE_MS).unref();
        return Buffer.from(answer.made.buffer, answer.made.byteOffset, answer.made.byteLength);
      } catch (error) {
        await end();
        throw error;
      }
    },
    end,
  };
}

/**
 * Renders in processes of its own, so that a document that crashes, hangs or takes much memory does not harm the server.
 * @param folder the templates. Pictures are seen there under their names, and nothing outside can be read
 */
export function createPdfRenderer(
  folder: string,
  { timeoutMs = TIMEOUT_MS, documentsMax = DOCUMENTS_MAX } = {},
): PdfRenderer {
  const lane = createLane({ atOnce: PROCESSES, waiting: 40 });
  const workers = Array.from({ length: PROCESSES }, () => createWorker(folder, { timeoutMs, documentsMax }));
  /** The one that worked last is the first to work again: another process begins only when two documents meet. */
  const free = [...workers];
  const make = (job: PdfJob | PhotoJob, what: string): Promise<Buffer> =>
    lane(async () => {
      const worker = free.pop();
      if (!worker) throw new Error('more documents are rendered than processes are there');
      try {
        return await worker.make(job, what);
      } finally {
        free.push(worker);
      }
    });
  return {
    render: (job) => make(job, job.template),
    photo: (job) => make(job, 'a photo'),
    async close() {
      await Promise.all(workers.map(({ end }) => end()));
    },
  };
}
