import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { Endpoint, FileRule } from '#contract/endpoint.ts';
import { FILE_BYTES_LIMIT, FILES_BYTES_LIMIT, fileTexts } from '#contract/words/files.ts';
import type { Deps } from '../../deps.ts';
import { fileRefusal } from '../../features/files/files.service.ts';
import { DomainError, invalid } from '../../lib/errors.ts';
import type { Inbox, Upload } from '../../lib/inbox.ts';
import { type FieldLimits, fieldLimits } from './form-limits.ts';

/** The files, and room for the fields. */
const TOTAL_BYTES = FILES_BYTES_LIMIT + 1024 * 1024;
/** A UTF-16 unit is at most three bytes of UTF-8. */
const BYTES_PER_CHARACTER = 3;

/** An endpoint that takes files. */
type FormEndpoint = Endpoint & { files: FileRule };
export const takesFiles = (endpoint: Endpoint): endpoint is FormEndpoint => endpoint.files !== undefined;

/** Where the files of a call go. `admit` is called once, when the first file begins, and may refuse. */
type FormFiles = { inbox: Inbox; admit: (bytes: number) => Promise<void> };
export type Form = { body: Record<string, unknown>; files: Upload[] };

type FormRule = { files: FileRule; fields: FieldLimits };
/** The form rule of each endpoint, built once. */
const rules = new WeakMap<Endpoint, FormRule>();
function ruleOf(endpoint: FormEndpoint): FormRule {
  const known = rules.get(endpoint);
  if (known) return known;
  const rule = { files: endpoint.files, fields: fieldLimits(endpoint.body) };
  rules.set(endpoint, rule);
  return rule;
}

const tooMany = (rule: FileRule) =>
  invalid([{ field: rule.field, message: rule.kind === 'documents' ? fileTexts.tooMany : fileTexts.tooManyPhotos }]);

const limitsFor = ({ files, fields }: FormRule) => ({
  limits: {
    // One byte less than the limit passes, so the limit itself must already be cut off.
    fileSize: FILE_BYTES_LIMIT - 1,
    files: files.max + 1,
    fields: 20,
    fieldSize: (fields.longest + 1) * BYTES_PER_CHARACTER,
    fieldNameSize: 100,
    parts: 40,
    headerPairs: 20,
  },
});

const escapes: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' };
/** A file's name as its sender's disk has it: browsers escape these three characters of a name, and no percent sign. */
const unescaped = (name: string) => name.replaceAll(/%(?:22|0D|0A)/g, (one) => escapes[one] ?? one);

/** The parser reports a body without a boundary, cut short or garbled by a bare Error without a code. */
const isUnreadable = (error: unknown) =>
  error instanceof Error && error.constructor === Error && !('code' in error) && !('statusCode' in error);

/**
 * Turns the parser's errors into refusals with the texts of spec §5.
 * @param file the name of the file that was coming in
 */
function translate(error: unknown, rule: FileRule, file: string): unknown {
  switch ((error as { code?: string }).code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return fileRefusal(file, fileTexts.tooLarge);
    case 'FST_FILES_LIMIT':
      return tooMany(rule);
    default:
      return isUnreadable(error) ? new DomainError('validation_failed', 'The request could not be read') : error;
  }
}

/** The rest of a refused body is read up to this many bytes. A longer one ends the connection. */
const DRAINED_BYTES = 4 * TOTAL_BYTES;

/**
 * Reads the rest of a body and throws it away. A browser reads no answer while it is still sending, and a connection
 * that is closed on it turns the refusal's text into a network error.
 */
async function drain(body: IncomingMessage): Promise<void> {
  body.unpipe();
  let left = DRAINED_BYTES;
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) body.destroy();
  });
  body.resume();
  // A body that trickles in is still ended (slow-bodies.ts).
  await finished(body, { writable: false }).catch(() => undefined);
}

const DAY_SECONDS = 24 * 3600;
const KILOBYTE = 1024;
const QUOTA_TEXT =
  'Too many files were sent from your network today. Please send your request without files, or try again tomorrow.';

/** Counts an upload against the daily quota of a visitor's network (threats T14), in kilobytes, over all instances. */
export async function takeQuota(deps: Deps, ip: string, bytes: number): Promise<void> {
  const rule = { calls: Math.ceil(deps.config.uploadQuotaBytes / KILOBYTE), seconds: DAY_SECONDS };
  try {
    await deps.limits.take('upload_kilobytes', ip, rule, Math.ceil(bytes / KILOBYTE));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'rate_limited') throw error;
    throw new DomainError('rate_limited', QUOTA_TEXT, undefined, error.retryAfter);
  }
}

/** The declared length of the body in bytes, at most the limit. */
function declaredBytes(request: FastifyRequest): number {
  const length = Number(request.headers['content-length'] ?? TOTAL_BYTES);
  return Math.min(Number.isFinite(length) ? length : TOTAL_BYTES, TOTAL_BYTES);
}

/**
 * Reads a multipart body: text fields as strings, and the files of the endpoint's file field to the disk. Refuses fields and
 * files that are too many, too large or misplaced while they arrive (threats T10).
 */
export async function readForm(
  request: FastifyRequest,
  endpoint: FormEndpoint,
  { inbox, admit }: FormFiles,
): Promise<Form> {
  const rule = ruleOf(endpoint);
  let [admitted, current] = [false, ''];
  const form: Form = { body: Object.create(null) as Record<string, unknown>, files: [] };
  let [total, ofFiles] = [0, 0];
  const tooLarge = () =>
    new DomainError('payload_too_large', fileTexts.tooLargeTogether, [
      { field: rule.files.field, message: fileTexts.tooLargeTogether },
    ]);
  const count = (bytes: number) => {
    total += bytes;
    if (total > TOTAL_BYTES) throw tooLarge();
  };
  try {
    inbox.reserve(declaredBytes(request));
    for await (const part of request.parts(limitsFor(rule))) {
      const { fieldname: field } = part;
      if (part.type === 'file') {
        if (field !== rule.files.field) throw invalid([{ field, message: 'Unexpected file' }]);
        if (form.files.length === rule.files.max) throw tooMany(rule.files);
        current = unescaped(part.filename ?? '');
        if (!admitted) await admit(declaredBytes(request));
        admitted = true;
        const file = await inbox.receive(part.file);
        if (part.file.truncated) throw fileRefusal(current, fileTexts.tooLarge);
        ofFiles += file.size;
        if (ofFiles > FILES_BYTES_LIMIT) throw tooLarge();
        count(file.size);
        form.files.push({ name: current, ...file });
      } else {
        // Browsers send a line break as two characters in a form, and as one in JSON.
        const value = String(part.value).replaceAll('\r\n', '\n');
        if (part.valueTruncated || rule.fields.isTooLong(field, value)) {
          throw invalid([{ field, message: rule.fields.problem(field, value) }]);
        }
        if (field in form.body) throw invalid([{ field, message: 'Given twice' }]);
        count(value.length);
        // The parser has already parsed a part of type JSON. The contract refuses it unless it is a string.
        form.body[field] = typeof part.value === 'string' ? value : part.value;
      }
    }
  } catch (error) {
    await drain(request.raw);
    throw translate(error, rule.files, current);
  }
  return { ...form, body: { ...form.body } };
}
