import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createUserBody } from '#contract/users.ts';
import { schemaOf } from '#server/testing/texts.ts';

const operations = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries<Endpoint>(group).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
);
/** The library's own texts, which name what its code expected. */
const LIBRARY = /^(Invalid|Too (big|small)|Unrecognized)|expected|received|undefined|NaN|regex|pattern/i;
const wrong = [undefined, null, true, 7, -1, 1.5, '', 'x', 'x'.repeat(300_000), [], [[]], {}, { a: 1 }];

const messagesOf = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? [])
    .filter(({ code }) => code !== 'unrecognized_keys')
    .map(({ message }) => message);

describe('Every error of a field has a text of the product, for any value', () => {
  const parts = operations.flatMap(([name, endpoint]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = endpoint[part];
      return schema ? [[`${name} ${part}`, schema] as const] : [];
    }),
  );

  it.each(parts)('%s', (_, schema) => {
    const [example = {}] = (schema.meta()?.examples ?? []) as object[];
    const messages = Object.keys(schemaOf(schema).properties ?? {}).flatMap((field) =>
      wrong.flatMap((value) => messagesOf(schema, { ...example, [field]: value })),
    );
    const foreign = [...messages, ...messagesOf(schema, 'no object')].filter((message) => LIBRARY.test(message));
    expect(foreign).toEqual([]);
  });
});

describe('A name of staff with hidden characters is refused', () => {
  const base = { name: 'Tess Volt', email: 'tess@example.com', password: 'ladders-up-at-9' };
  const hidden = ['\u200b', '\u200f', '\u202e', '\u2066', '\u2028', '\ufeff', '\u0007'];

  it.each(hidden.map((character) => [character.codePointAt(0)?.toString(16), character]))('U+%s', (_, character) => {
    expect(createUserBody.safeParse({ ...base, name: `Te${character}ss` }).success).toBe(false);
  });

  it('and is accepted in any script without them', () => {
    for (const name of [
      'Zoë Ångström',
      '李小龍',
      'محمد علي',
      'Ольга',
      'José María',
      'علی\u200cرضا',
      '👩\u200d🔧 Ana',
      'Anna\u00adlena',
      'क्\u200dष',
    ]) {
      expect(createUserBody.safeParse({ ...base, name }).success).toBe(true);
    }
  });
});
