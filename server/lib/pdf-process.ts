import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import { createFontFallback } from './pdf-text.ts';

/** The process that compiles typst templates for the server (server/lib/pdf.ts). Its arguments are their folder and those of the fonts. */
export type PdfJob = { template: string; data: unknown; pictures: readonly { name: string; bytes: Uint8Array }[] };
export type PdfAnswer = { pdf: Uint8Array } | { error: string };

const [folder = '', ...fontPaths] = process.argv.slice(2);
const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths }] });

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

// The server decides when this process ends: a stop of the service may send its signals to all of its processes.
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (job: PdfJob) => {
  const answer = (given: PdfAnswer) => process.send?.(given);
  try {
    answer({ pdf: render(job) });
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) });
  }
});
