import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import { createFontFallback } from './pdf-text.ts';
import { sharpLibrary } from './sharp-library.ts';

/** The process that makes PDFs for the server (server/lib/pdf.ts). Its arguments are the folders of the templates and of the fonts. */
export type PdfJob = { template: string; data: unknown; pictures: readonly { name: string; bytes: Uint8Array }[] };
/** A photo to be made smaller. `side`: its longer side in pixels afterwards, at most. */
export type PhotoJob = { photo: Uint8Array; side: number };
export type PdfAnswer = { made: Uint8Array } | { error: string };

const PRINT_QUALITY = 72;

const [folder = '', ...fontPaths] = process.argv.slice(2);
const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths }] });

/** Texts enter as data and never as source, so that no text is markup. */
function compile(template: string, data: unknown, hasMissing: boolean): Uint8Array {
  const compiled = compiler.compile({
    mainFilePath: `${folder}/${template}`,
    inputs: { data: JSON.stringify(data), missing: String(hasMissing) },
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
    return createFontFallback((shown, hasMissing) => compile(template, shown, hasMissing))(data);
  } finally {
    compiler.resetShadow();
    // Without this, each document adds several megabytes to the memory.
    compiler.evictCache(2);
  }
}

/** A JPEG for paper. Transparent parts become white. */
async function shrink({ photo, side }: PhotoJob): Promise<Uint8Array> {
  const sharp = await sharpLibrary();
  return sharp(photo)
    .flatten({ background: '#fff' })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: PRINT_QUALITY })
    .toBuffer();
}

async function answerTo(job: PdfJob | PhotoJob): Promise<PdfAnswer> {
  try {
    return { made: 'photo' in job ? await shrink(job) : render(job) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

// The server decides when this process ends: a stop of the service may send its signals to all of its processes.
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', async (job: PdfJob | PhotoJob) => process.send?.(await answerTo(job)));
