import { useBusiness } from '#web/lib/business.tsx';
import { clockText } from '#web/lib/hours.ts';

const longest = (texts: readonly string[]) => texts.reduce((a, b) => (b.length > a.length ? b : a), '');

/**
 * The longest that "when does it open, and why is it closed" can become for this business: nobody knows the answer until
 * hydration, and what keeps its room until then must be as large.
 */
export function useLongestOpening(): { opens: string; closure: string | null } {
  const { hours, closures } = useBusiness();
  const clock = longest(Object.values(hours).map((day) => (day ? clockText(day.opens) : '')));
  // Further than a week ahead only days off lead.
  const day = closures.length ? 'September 30' : 'Wednesday';
  return { opens: `${day} at ${clock}`, closure: longest(closures.map(({ name }) => name)) || null };
}
