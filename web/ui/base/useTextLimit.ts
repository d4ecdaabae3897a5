import { useEffect, useState } from 'react';

/**
 * How far what stands in a field is over its limit: what is pasted stays whole, for the browser's own `maxlength` would cut
 * the end off without a word.
 * @param id the field's id
 * @param limit in characters, as the contract counts them; undefined for a field without one
 * @returns what to say beside the field, or null; and what the field calls with each input
 */
export function useExcess(id: string, limit: number | undefined): { tooLong: string | null; onInput: () => void } {
  const [excess, setExcess] = useState(0);
  const measure = () => {
    const field = limit === undefined ? null : document.getElementById(id);
    const length = field && 'value' in field ? String(field.value).length : 0;
    setExcess(Math.max(0, length - (limit ?? 0)));
  };
  // After each render: a form that is filled from a draft, or emptied, sends no input event.
  useEffect(measure);
  const characters = excess === 1 ? 'character' : 'characters';
  return { tooLong: excess ? `${excess} ${characters} too many: at most ${limit} fit.` : null, onInput: measure };
}
