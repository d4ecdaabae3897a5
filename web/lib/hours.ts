import type { Business } from '#contract/business.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** 07:30 as 7:30 AM. */
function clock(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Office hours as people say them: "Monday to Friday, 7:30 AM to 4:00 PM" (spec §1). */
export function hoursText({ days, opens, closes }: Business['hours']): string {
  const sorted = [...days].sort((a, b) => a - b);
  const name = (day: number | undefined) => DAYS[(day ?? 1) - 1] ?? '';
  const isRun = sorted.length > 2 && sorted.every((day, i) => i === 0 || day === (sorted[i - 1] ?? 0) + 1);
  const when = isRun ? `${name(sorted[0])} to ${name(sorted.at(-1))}` : sorted.map(name).join(', ');
  return `${when}, ${clock(opens)} to ${clock(closes)}`;
}

/** A phone number as a link a phone can dial. */
export const telLink = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '').replace(/^(\d{10})$/, '+1$1')}`;
