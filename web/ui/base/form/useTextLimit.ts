import { useEffect, useState } from 'react';
import { textLength } from '#web/lib/forms/checks/text-length.ts';

/**
 * Counts the characters of a field that are over its limit. Pasted text stays whole: the browser's own `maxlength` would
 * cut it off silently.
 * @param id the field's id
 * @param limit in characters, as the contract counts them; undefined for a field without a limit
 * @returns the error for people, or null, and the handler for each input
 */
export function useTextLimit(id: string, limit: number | undefined): { tooLong: string | null; onInput: () => void } {
  const [excess, setExcess] = useState(0);
  const measure = () => {
    const field = limit === undefined ? null : document.getElementById(id);
    const length = field && 'value' in field ? textLength(String(field.value)) : 0;
    setExcess(Math.max(0, length - (limit ?? 0)));
  };
  // Runs after each render, because a form that is filled from a draft or reset sends no input event.
  useEffect(measure);
  const characters = excess === 1 ? 'character' : 'characters';
  return { tooLong: excess ? `${excess} ${characters} too many: at most ${limit} fit.` : null, onInput: measure };
}
