/**
 * The days of a period, as YYYY-MM-DD, in the name of a file. What has no end by itself ends today, and the whole of something is
 * named after the day on which its file is made. Every file system takes such a name.
 */
export function daysInName({ from, to }: { from: string | null; to: string | null }, today: string): string {
  if (from === null) return to === null ? today : `until-${to}`;
  return `${from}-to-${to ?? today}`;
}

/** What stands before the days in the name of a file that only has what one of these filters let through; nothing when none is set. */
export const filteredInName = (filters: object): string =>
  Object.values(filters).some((value) => value !== undefined && value !== '') ? 'filtered-' : '';
