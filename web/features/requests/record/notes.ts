export type Note = { head: string; body: string };

/** Splits the notes into entries at blank lines (spec §2): a line with time and author, then the text. */
export const splitNotes = (notes: string): Note[] =>
  notes
    .split(/\n[^\S\n]*\n/)
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const end = entry.indexOf('\n');
      return end < 0 ? { head: '', body: entry } : { head: entry.slice(0, end), body: entry.slice(end + 1) };
    });
