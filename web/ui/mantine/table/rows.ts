export type Row = { id: number };
/** Which rows are chosen, by id. */
export type Chosen = Readonly<Record<string, true>>;
/** The row that the keyboard acts on, and where it stood when it got the keyboard. */
export type Active = { key: string; at: number };

/** The place of the active row; of the row in its place when it has left the list; -1 when there is none. */
export function placeOf(rows: readonly Row[], active: Active | null): number {
  const found = rows.findIndex(({ id }) => String(id) === active?.key);
  return found >= 0 || !active ? found : Math.min(active.at, rows.length - 1);
}

/**
 * The row that a step of the keyboard leads to; null in an empty list.
 * @param at the place of the active row; -1 when there is none, and the first row is next
 * @param by a row down (1) or up (-1)
 */
export const stepTo = <R extends Row>(rows: readonly R[], at: number, by: number): R | null =>
  rows[Math.max(0, Math.min(at + by, rows.length - 1))] ?? null;

/** The row below another one; null at the end. The first one when the other one has left the list. */
export const nextOf = <R extends Row>(rows: readonly R[], { id }: Row): R | null =>
  rows[rows.findIndex((row) => row.id === id) + 1] ?? null;

/** The chosen rows with these ones, too. */
export const withRows = (chosen: Chosen, ids: readonly number[]): Chosen => ({
  ...chosen,
  ...Object.fromEntries(ids.map((id) => [id, true] as const)),
});

/** The chosen rows with this one, or without it when it was chosen. */
export function toggled(chosen: Chosen, { id }: Row): Chosen {
  const { [id]: isChosen, ...others } = chosen;
  return isChosen ? others : { ...others, [id]: true };
}
