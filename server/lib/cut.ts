/** A text of at most `max` UTF-16 units; of a longer one its beginning, without half of a character at the end, and an ellipsis. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…`;
