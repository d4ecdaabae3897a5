import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';

type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  maxLength?: number;
  examples?: object[];
};
type Path = readonly (string | number)[];
/** A text field of a call. `max` is the largest length that the contract allows, when it sets one. */
export type TextField = { part: 'params' | 'query' | 'body' | 'headers'; path: Path; max: number | undefined };

export const schemaOf = (part: z.ZodType | undefined): Schema =>
  z.toJSONSchema(part ?? z.strictObject({}), { io: 'input', unrepresentable: 'any' }) as Schema;

function textsIn(schema: Schema, path: Path): { path: Path; max: number | undefined }[] {
  if (schema.anyOf) return schema.anyOf.flatMap((each) => textsIn(each, path));
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([key, each]) => textsIn(each, [...path, key]));
  }
  if (schema.items) return textsIn(schema.items, [...path, 0]);
  // A caller can also send a text for a number, a boolean or an enum.
  return [{ path, max: schema.maxLength }];
}

/** Every text field of an endpoint in its path, its query, its body and the headers it reads. */
export function textFieldsOf(endpoint: Endpoint): TextField[] {
  const parts = (['params', 'query', 'body'] as const).flatMap((part) =>
    textsIn(schemaOf(endpoint[part]), []).map((field) => ({ part, ...field })),
  );
  const named = parts.filter(({ path }) => path.length > 0);
  const headers = endpoint.idempotent ? [{ part: 'headers' as const, path: ['idempotency-key'], max: undefined }] : [];
  return [...named, ...headers].filter(
    (field, i, all) => all.findIndex((other) => other.part === field.part && `${other.path}` === `${field.path}`) === i,
  );
}

/** An example of the endpoint's body. It is complete, so that the server checks the text under test. */
export function exampleOf(endpoint: Endpoint): object {
  const example = examples.get(endpoint) ?? schemaOf(endpoint.body).examples?.[0] ?? {};
  examples.set(endpoint, example);
  return example;
}
const examples = new Map<Endpoint, object>();

/** A copy of a value with a replacement at a path. */
export function withValueAt(value: unknown, path: Path, replacement: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (typeof key === 'number') return [withValueAt(undefined, rest, replacement)];
  const object = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return { ...object, [key]: withValueAt(object[key], rest, replacement) };
}

const fill =
  (unit: string, tail = '', head = '') =>
  (length: number) =>
    (head + unit.repeat(Math.max(0, Math.ceil((length - head.length - tail.length) / unit.length)))).slice(
      0,
      Math.max(0, length - tail.length),
    ) + tail;

/** Texts of any length that make careless patterns, trimming and normalising slow. */
export const fillings: Record<string, (length: number) => string> = {
  letters: fill('a'),
  'an address without an end': fill('a', '@', 'a@'),
  'an address of dots': fill('.', '@', 'a@a'),
  'an address of labels': fill('a.', ' ', 'a@'),
  'at signs': fill('@'),
  dots: fill('.'),
  blanks: fill(' ', 'x', 'x'),
  'blanks at the end': fill(' ', '', 'x'),
  'line breaks': fill('\n', 'x', 'x'),
  'blank lines': fill(' \n', 'x', 'x'),
  tabs: fill('\t \u00a0', 'x'),
  digits: fill('1', 'x'),
  'digits and blanks': fill('1 ', 'x', '+'),
  brackets: fill('(1)-', 'x'),
  slashes: fill('/', 'x', 'https://'),
  'a web address with an at sign': fill('a', '@', 'https://'),
  'marks to be ordered': fill('\u0316\u0301', 'x', 'e'),
  'marks to be composed': fill('e\u0301'),
  'ligatures that grow': fill('\ufb2c'),
  'letters of Hangul': fill('\u1100\u1161\u11a8'),
  'wide characters': fill('😀'),
  'a picture without an end': fill('A', '!', 'data:image/png;base64,'),
  'equal signs': fill('=', 'x', 'data:image/png;base64,A'),
  'a tracking ID without an end': fill('A-', '', 'REQ-'),
};
