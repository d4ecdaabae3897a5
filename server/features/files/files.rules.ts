/** Control characters and characters that change the reading direction. They can disguise a name. */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const NAME_MAX = 120;

/** A name for display and download: without a path and invisible characters, at most 120 characters, with its extension. */
export function displayName(raw: string): string {
  const base = raw.split(/[/\\]/).pop() ?? '';
  const clean = base.toWellFormed().normalize('NFC').replace(UNSAFE, '').trim();
  const characters = [...clean];
  if (characters.length <= NAME_MAX) return clean || 'file';
  const dot = clean.lastIndexOf('.');
  const extension = dot > 0 ? [...clean.slice(dot)].slice(0, 10) : [];
  return [...characters.slice(0, NAME_MAX - extension.length), ...extension].join('');
}
