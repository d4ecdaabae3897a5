export type Row = { id: number };
/** Which rows are chosen, by id. */
export type Chosen = Readonly<Record<string, true>>;
/** The row that is acted on, and the ids of the list as it was then. */
export type Active = { key: string; among: readonly number[] };

const indexOf = (rows: readonly Row[], key: string | undefined) => rows.findIndex(({ id }) => String(id) === key);

/**
 * The place of the active row; -1 when there is none. When it has left the list, of the row in its place: the first one that
 * stood behind it and is still here, else the one behind those that stood before it.
 */
export function placeOf(rows: readonly Row[], active: Active | null): number {
  const found = indexOf(rows, active?.key);
  if (found >= 0 || !active) return found;
  const was = active.among.findIndex((id) => String(id) === active.key);
  const placeOfFirst = (ids: readonly number[]) =>
    ids.map((id) => indexOf(rows, String(id))).find((place) => place >= 0);
  const behind = placeOfFirst(active.among.slice(was + 1));
  if (behind !== undefined) return behind;
  const before = placeOfFirst(active.among.slice(0, was).reverse());
  return Math.min(before === undefined ? was : before + 1, rows.length - 1);
}

/**
 * The row that a step of the keyboard leads to; null in an empty list.
 * @param at the place of the active row; -1 when there is none, and the first row is next
 * @param by a row down (1) or up (-1)
 */
export const stepTo = <R extends Row>(rows: readonly R[], at: number, by: number): R | null =>
  rows[Math.max(0, Math.min(at + by, rows.length - 1))] ?? null;

/** The row below the active one; null at the end. The one in its place when it has left the list. */
export const nextOf = <R extends Row>(rows: readonly R[], active: Active | null): R | null =>
  rows[indexOf(rows, active?.key) < 0 ? placeOf(rows, active) : placeOf(rows, active) + 1] ?? null;

/** The chosen rows with these ones, too. */
export const withRows = (chosen: Chosen, ids: readonly number[]): Chosen => ({
  ...chosen,
  ...Object.fromEntries(ids.map((id) => [id, true] as const)),
});

/** The chosen rows without these ones. */
export const withoutRows = (chosen: Chosen, ids: readonly number[]): Chosen =>
  Object.fromEntries(Object.entries(chosen).filter(([key]) => !ids.includes(Number(key))));

/** The chosen rows with this one, or without it when it was chosen. */
export function toggled(chosen: Chosen, key: string | number): Chosen {
  const { [key]: isChosen, ...others } = chosen;
  return isChosen ? others : { ...others, [key]: true as const };
}
