import { parentPort, workerData } from 'node:worker_threads';
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import { createFontFallback } from './pdf-text.ts';

/** Compiles typst templates in a thread of its own, so that the main thread answers calls meanwhile (server/lib/pdf.ts). */
export type PdfJob = { template: string; data: unknown; pictures: readonly { name: string; bytes: Uint8Array }[] };
export type PdfAnswer = { pdf: Uint8Array } | { error: string };

const { folder, fonts } = workerData as { folder: string; fonts: readonly string[] };
const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: [...fonts] }] });

/** Texts enter as data and never as source, so that no text is markup. */
function compile(template: string, data: unknown): Uint8Array {
  const compiled = compiler.compile({
    mainFilePath: `${folder}/${template}`,
    inputs: { data: JSON.stringify(data) },
  });
  const failure = compiled.takeError();
  if (failure || !compiled.result) {
    throw new Error(JSON.stringify(failure ? compiler.fetchDiagnostics(failure) : 'no document'));
  }
  return compiler.pdf(compiled.result, { pdfStandard: PdfStandard.UA_1 });
}

function render({ template, data, pictures }: PdfJob): Uint8Array {
  for (const { name, bytes } of pictures) compiler.mapShadow(`${folder}/${name}`, Buffer.from(bytes));
  try {
    return createFontFallback((shown) => compile(template, shown))(data);
  } finally {
    compiler.resetShadow();
    // Without this, each document adds several megabytes to the memory.
    compiler.evictCache(2);
  }
}

parentPort?.on('message', (job: PdfJob) => {
  try {
    const pdf = Uint8Array.from(render(job));
    parentPort?.postMessage({ pdf } satisfies PdfAnswer, [pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies PdfAnswer);
  }
});
