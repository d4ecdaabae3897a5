import type { FastifyRequest } from 'fastify';
import type { FileRule } from '#contract/endpoint.ts';
import { FILE_BYTES_LIMIT, fileTexts } from '#contract/files.ts';
import { DomainError, invalid } from '../lib/errors.ts';
import type { Upload } from '../lib/upload.ts';

const FIELD_BYTES = 250_000;
const TOTAL_BYTES = 16 * 1024 * 1024;

type Form = { body: Record<string, unknown>; files: Upload[] };

const tooMany = (rule: FileRule) =>
  invalid([{ field: rule.field, message: rule.kind === 'documents' ? fileTexts.tooMany : fileTexts.tooManyPhotos }]);

const limitsFor = (rule: FileRule) => ({
  limits: {
    // One byte less than the limit passes, so the limit itself must already be cut off.
    fileSize: FILE_BYTES_LIMIT - 1,
    files: rule.max + 1,
    fields: 20,
    fieldSize: FIELD_BYTES,
    fieldNameSize: 100,
    parts: 40,
    headerPairs: 20,
  },
});

/** A body without a boundary, cut short, or garbled: the parser says so by a bare Error, which has no code. */
const isUnreadable = (error: unknown) =>
  error instanceof Error && error.constructor === Error && !('code' in error) && !('statusCode' in error);

/** The library's limits as our answers (spec §5 texts). */
function translate(error: unknown, rule: FileRule): unknown {
  switch ((error as { code?: string }).code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return invalid([{ field: rule.field, message: fileTexts.tooLarge }]);
    case 'FST_FILES_LIMIT':
      return tooMany(rule);
    default:
      return isUnreadable(error) ? new DomainError('validation_failed', 'The request could not be read') : error;
  }
}

/**
 * Reads a multipart body into memory: text fields as strings, files under the endpoint's own field.
 * Refuses what is too many, too large or misplaced while it comes in (threats T10).
 */
export async function readForm(request: FastifyRequest, rule: FileRule): Promise<Form> {
  const form: Form = { body: Object.create(null) as Record<string, unknown>, files: [] };
  let total = 0;
  const count = (bytes: number) => {
    total += bytes;
    if (total > TOTAL_BYTES) throw new DomainError('payload_too_large', 'The files together are too large');
  };
  try {
    for await (const part of request.parts(limitsFor(rule))) {
      if (part.type === 'file') {
        if (part.fieldname !== rule.field) throw invalid([{ field: part.fieldname, message: 'Unexpected file' }]);
        if (form.files.length === rule.max) throw tooMany(rule);
        const bytes = await part.toBuffer();
        count(bytes.length);
        form.files.push({ name: part.filename ?? '', bytes });
      } else {
        if (part.valueTruncated) throw invalid([{ field: part.fieldname, message: 'Too long' }]);
        if (part.fieldname in form.body) throw invalid([{ field: part.fieldname, message: 'Given twice' }]);
        count(String(part.value).length);
        form.body[part.fieldname] = part.value;
      }
    }
  } catch (error) {
    throw translate(error, rule);
  }
  return { ...form, body: { ...form.body } };
}
