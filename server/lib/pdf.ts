import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createLane } from './lane.ts';
import type { PdfAnswer, PdfJob } from './pdf-worker.ts';
import { root } from './root.ts';

const require = createRequire(import.meta.url);
/** The folders of the product's typeface as TrueType, which typst needs. */
const figtree = path.dirname(require.resolve('@expo-google-fonts/figtree/package.json'));
const FONTS = ['400Regular', '600SemiBold', '700Bold'].map((weight) => path.join(figtree, weight));

/** The thread runs from its source, because the server's bundle holds only the server's own thread. */
const WORKER = path.join(root, 'server/lib/pdf-worker.ts');
/** A document that takes longer is given up, and its thread with it. */
const TIMEOUT_MS = 20_000;
/** An idle thread ends, because it holds over 100 MB. */
const IDLE_MS = 60_000;

/** Renders typst templates as PDF/UA-1. */
export type PdfRenderer = {
  /**
   * Renders one document after the other.
   * @throws `unavailable` when too many documents wait
   */
  render(job: PdfJob): Promise<Buffer>;
  close(): Promise<void>;
};

/** @param folder the templates. Pictures are seen there under their names, and nothing outside can be read */
export function createPdfRenderer(folder: string): PdfRenderer {
  const lane = createLane({ atOnce: 1, waiting: 40 });
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }
  function ready(): Worker {
    worker ??= new Worker(WORKER, { workerData: { folder, fonts: FONTS } });
    worker.unref();
    return worker;
  }
  async function answerOf(job: PdfJob): Promise<PdfAnswer> {
    const thread = ready();
    // Rejects also when the thread fails.
    const answered = once(thread, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    thread.postMessage(job, [...new Set(job.pictures.map(({ bytes }) => bytes.buffer as ArrayBuffer))]);
    const [answer] = (await answered) as [PdfAnswer];
    return answer;
  }
  return {
    render: (job) =>
      lane(async () => {
        clearTimeout(idle);
        try {
          const answer = await answerOf(job);
          if ('error' in answer) throw new Error(`${job.template} could not be rendered: ${answer.error}`);
          idle = setTimeout(() => void end(), IDLE_MS).unref();
          return Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength);
        } catch (error) {
          await end();
          throw error;
        }
      }),
    close: end,
  };
}
