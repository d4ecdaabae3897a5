import { describe, expect, it } from 'vitest';
import { isForList } from './list-keys.ts';

const press = { key: 'j', defaultPrevented: false, isComposing: false, ctrlKey: false, altKey: false, metaKey: false };
const page = { layer: null, isTyping: false, isPressable: false };

describe('a key works a list', () => {
  it('on its page, and in its dialog', () => {
    expect(isForList(press, page, null)).toBe(true);
    expect(isForList(press, { ...page, layer: 'dialog' }, 'dialog')).toBe(true);
  });

  it('not under what is open on top of it, nor from the page into a dialog', () => {
    expect(isForList(press, { ...page, layer: 'dialog' }, null)).toBe(false);
    expect(isForList(press, page, 'dialog')).toBe(false);
    expect(isForList(press, { ...page, layer: 'menu' }, 'dialog')).toBe(false);
  });

  it.each(['ctrlKey', 'altKey', 'metaKey', 'isComposing', 'defaultPrevented'] as const)('not with %s', (name) =>
    expect(isForList({ ...press, [name]: true }, page, null)).toBe(false),
  );

  it('not while someone types', () => {
    expect(isForList(press, { ...page, isTyping: true }, null)).toBe(false);
  });

  it('but Enter stays with a link or a button that has the focus', () => {
    const button = { ...page, isPressable: true };
    expect(isForList({ ...press, key: 'Enter' }, button, null)).toBe(false);
    expect(isForList({ ...press, key: 'Enter' }, page, null)).toBe(true);
    expect(isForList(press, button, null)).toBe(true);
  });
});
