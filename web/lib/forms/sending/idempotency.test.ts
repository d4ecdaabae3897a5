import { describe, expect, it } from 'vitest';
import { contentOf, keyFor, type Tries, triesOf } from './idempotency.ts';

/** The keys of contents that are sent one after the other without a response. */
function keysOf(contents: string[]) {
  let tries: Tries = [];
  return contents.map((content) => {
    const next = keyFor(tries, content);
    tries = next.tries;
    return next.key;
  });
}

describe('an Idempotency-Key', () => {
  it('is the same for equal content and new for edited content', () => {
    const [first, repeat, edited] = keysOf(['a', 'a', 'b']);
    expect(repeat).toBe(first);
    expect(edited).not.toBe(first);
  });

  it('is found again when an edit is reverted', () => {
    const [first, , back] = keysOf(['a', 'b', 'a']);
    expect(back).toBe(first);
  });

  it('is new for equal content after the tries are forgotten', () => {
    const [first] = keysOf(['a']);
    const [next] = keysOf(['a']);
    expect(next).not.toBe(first);
  });

  it('remembers a limited number of tries', () => {
    const edits = Array.from({ length: 100 }, (_, index) => `edit ${index}`);
    let tries: Tries = [];
    for (const edit of edits) tries = keyFor(tries, edit).tries;
    expect(tries).toHaveLength(8);
    expect(tries.at(-1)?.content).toBe('edit 99');
  });

  it('is found again among what a browser has kept, of which the rest is ignored', () => {
    const { key, tries } = keyFor([], 'a');
    const kept = JSON.parse(JSON.stringify([null, 7, { key }, { key: 1, content: 'a' }, ...tries]));
    expect(keyFor(triesOf(kept), 'a').key).toBe(key);
    for (const nothing of [undefined, null, 'a', {}]) expect(triesOf(nothing)).toEqual([]);
  });

  it('depends on the files and their order', () => {
    const [pole, sign] = [new File(['1'], 'pole.png'), new File(['22'], 'sign.png')];
    const contents = [[], [pole], [sign], [pole, sign], [sign, pole]].map((files) => contentOf({ a: 1 }, files));
    expect(new Set(contents).size).toBe(5);
    expect(contentOf({ a: 1 }, [pole])).toBe(contents[1]);
    expect(contentOf({ a: 2 }, [pole])).not.toBe(contents[1]);
  });
});
