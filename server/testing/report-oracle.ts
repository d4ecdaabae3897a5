import { DateTime } from 'luxon';
import type { Report } from '#contract/reports.ts';
import { MONITOR_REQUESTS, OTHER_SERVICE } from '#contract/words/reports.ts';
import { type Priority, type Status, statuses } from '#contract/words/requests.ts';
import { foldText } from '#contract/words/search.ts';

/** The figures of reports from the raw rows, in the plainest way that there is. Instants are in microseconds. */
export type RawRequest = {
  id: number;
  external_id: string;
  title: string;
  customer_name: string;
  customer_email: string;
  status: Status;
  priority: Priority;
  service_type: string | null;
  assigned_to: number | null;
  rating: number | null;
  created: bigint;
  completed: bigint | null;
  assigned: bigint | null;
};
export type RawUser = {
  id: number;
  name: string;
  email: string;
  role: string;
  is_active: boolean;
  is_deleted: boolean;
};
export type Raw = { requests: RawRequest[]; users: RawUser[]; zone: string; now: Date };
export type Asked = {
  period: string;
  from?: string | undefined;
  to?: string | undefined;
  technician?: number | undefined;
  search?: string | undefined;
  status?: Status | undefined;
  limit?: number | undefined;
  page?: number | undefined;
};
type Days = { from: string | null; to: string | null };

const millis = (at: bigint) => Number(at / 1_000n);
const date = (day: string) => DateTime.fromISO(day, { zone: 'utc' });
/** Remembers what was found out, because luxon takes its time. */
function once<A extends unknown[], T>(find: (...of: A) => T): (...of: A) => T {
  const known = new Map<string, T>();
  return (...of) => {
    const key = of.join(' ');
    const found = known.get(key) ?? find(...of);
    known.set(key, found);
    return found;
  };
}
const dayOf = once((at: bigint, zone: string) => DateTime.fromMillis(millis(at), { zone }).toFormat('yyyy-MM-dd'));
const startOf = once((day: string, step: 'day' | 'week' | 'month') => iso(date(day).startOf(step)));
const iso = (at: DateTime) => at.toFormat('yyyy-MM-dd');
const count = <T>(rows: readonly T[], is: (row: T) => boolean) => rows.filter(is).length;
const compare = (a: string | number | bigint, b: string | number | bigint) => (a < b ? -1 : a > b ? 1 : 0);
const compareNames = (a: string, b: string) => compare(foldText(a), foldText(b));

function daysAsked(raw: Raw, asked: Asked, month: { days: number } | { months: number }): Days {
  const today = dayOf(BigInt(raw.now.getTime()) * 1_000n, raw.zone);
  const since = (length: object) => ({ from: iso(date(today).minus(length)), to: today });
  if (asked.period === 'today') return { from: today, to: today };
  if (asked.period === 'last_7_days') return since({ days: 7 });
  if (asked.period === 'last_30_days') return since(month);
  if (asked.period === 'last_90_days') return since({ days: 90 });
  if (asked.period === 'custom' && asked.from && asked.to) return { from: asked.from, to: asked.to };
  return { from: null, to: null };
}

const inDays = (raw: Raw, { from, to }: Days, technician?: number) =>
  raw.requests.filter((row) => {
    const day = dayOf(row.created, raw.zone);
    if (technician !== undefined && row.assigned_to !== technician) return false;
    return (from === null || day >= from) && (to === null || day <= to);
  });

const byStatus = (rows: readonly RawRequest[]) =>
  Object.fromEntries(statuses.map((status) => [status, count(rows, (row) => row.status === status)])) as Record<
    Status,
    number
  >;

/** To twelve digits: the sums are exact, and a quotient has as many digits as one wants. */
export const rounded = (value: number | null) => (value === null ? null : Number(value.toPrecision(12)));

function averageSeconds(spans: readonly (readonly [from: bigint, to: bigint])[]): number | null {
  if (spans.length === 0) return null;
  const sum = spans.reduce((total, [from, to]) => total + (to > from ? to - from : 0n), 0n);
  return rounded(Number(sum) / spans.length / 1_000_000);
}

function ratingsOf(rows: readonly RawRequest[]) {
  const rated = rows.flatMap(({ rating }) => rating ?? []);
  return {
    rated: rated.length,
    average_rating: rated.length ? rated.reduce((sum, rating) => sum + rating, 0) / rated.length : null,
  };
}

const figuresOf = (rows: readonly RawRequest[], zone: string) => ({
  total: rows.length,
  by_status: byStatus(rows),
  average_resolution_seconds: averageSeconds(
    rows.flatMap(({ status, created, completed }) =>
      status === 'completed' && completed !== null ? [[created, completed] as const] : [],
    ),
  ),
  ...ratingsOf(rows),
  satisfied: count(rows, ({ rating }) => rating === 4 || rating === 5),
  responded: count(rows, ({ assigned }) => assigned !== null),
  average_first_response_seconds: averageSeconds(
    rows.flatMap(({ created, assigned }) => (assigned === null ? [] : [[created, assigned] as const])),
  ),
  assigned_same_day: count(
    rows,
    ({ created, assigned }) => assigned !== null && dayOf(assigned, zone) === dayOf(created, zone),
  ),
});

const lengthOf = (from: string, to: string) => date(to).diff(date(from), 'days').days + 1;

function timelineOf(rows: readonly RawRequest[], { zone, now }: Raw, { from, to }: Days): Report['timeline'] {
  const days = rows.map((row) => dayOf(row.created, zone)).sort();
  if (days.length > 0 && from !== null && to !== null && lengthOf(from, to) <= 92) {
    const today = dayOf(BigInt(now.getTime()) * 1_000n, zone);
    days.push(...[from, to > today ? today : to].filter((day) => day >= from));
    days.sort();
  }
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return { step: 'day', steps: [] };
  const length = lengthOf(first, last);
  const step = length > 731 ? 'month' : length > 92 ? 'week' : 'day';
  const steps: Report['timeline']['steps'] = [];
  for (let at = date(first).startOf(step); at <= date(last); at = at.plus({ [step]: 1 })) {
    const day = iso(at);
    steps.push({ day, ...byStatus(rows.filter((row) => startOf(dayOf(row.created, zone), step) === day)) });
  }
  return { step, steps };
}

function servicesOf(rows: readonly RawRequest[]): Report['by_service_type'] {
  const names = [...new Set(rows.map(({ service_type }) => service_type ?? OTHER_SERVICE))];
  return names
    .map((name) => ({
      service_type: name,
      requests: count(rows, ({ service_type }) => (service_type ?? OTHER_SERVICE) === name),
    }))
    .sort((a, b) => b.requests - a.requests || compareNames(a.service_type, b.service_type));
}

const isTechnician = (user: RawUser) => user.role === 'technician' && !user.is_deleted;
const byName = (users: readonly RawUser[]) =>
  users.toSorted((a, b) => compareNames(a.name, b.name) || compare(a.id, b.id));

/** Goes back from the first day: a month for each month that was chosen as a whole, else a day for each day. */
function periodBefore(from: string, to: string, isChosen: boolean) {
  const isMonths = iso(date(from).startOf('month')) === from && iso(date(to).endOf('month')) === to;
  const step = isChosen && isMonths ? { months: 1 } : { days: 1 };
  let first = date(from);
  for (let at = date(from); at <= date(to); at = at.plus(step)) first = first.minus(step);
  return { from: iso(first), to: iso(date(from).minus({ days: 1 })) };
}

export function expectedReport(raw: Raw, asked: Asked): Report {
  const days = daysAsked(raw, asked, { days: 30 });
  const rows = inDays(raw, days, asked.technician);
  const { from, to } = days;
  const before = from !== null && to !== null ? periodBefore(from, to, asked.period === 'custom') : null;
  const of = (user: RawUser) => rows.filter((row) => row.assigned_to === user.id);
  const technicians = byName(raw.users)
    .filter((user) => asked.technician === undefined || user.id === asked.technician)
    .filter((user) => isTechnician(user) || of(user).length > 0);
  return {
    days,
    figures: figuresOf(rows, raw.zone),
    previous: before && { days: before, figures: figuresOf(inDays(raw, before, asked.technician), raw.zone) },
    total_requests: raw.requests.length,
    technicians_total: count(raw.users, isTechnician),
    by_priority: {
      low: count(rows, ({ priority }) => priority === 'low'),
      medium: count(rows, ({ priority }) => priority === 'medium'),
      high: count(rows, ({ priority }) => priority === 'high'),
      urgent: count(rows, ({ priority }) => priority === 'urgent'),
    },
    by_service_type: servicesOf(rows),
    ratings: [1, 2, 3, 4, 5].map((star) => count(rows, ({ rating }) => rating === star)) as Report['ratings'],
    timeline: timelineOf(rows, raw, days),
    technicians: technicians.map((user) => {
      const { assigned, in_progress, completed } = byStatus(of(user));
      return {
        id: user.id,
        name: user.name,
        is_active: user.is_active && isTechnician(user),
        total: of(user).length,
        ...{ assigned, in_progress, completed },
        ...ratingsOf(of(user)),
      };
    }),
  };
}

export function expectedMonitor(raw: Raw, asked: Asked) {
  const { search = '', status, limit = 50, page = 1 } = asked;
  const rows = inDays(raw, daysAsked(raw, asked, { months: 1 })).filter(
    (row) => status === undefined || row.status === status,
  );
  const has = (text: string) => text.toLowerCase().includes(search.toLowerCase());
  const technicians = byName(raw.users).filter(isTechnician);
  const matched = technicians.filter(({ name, email }) => has(name) || has(email));
  return {
    technicians: matched.slice((page - 1) * limit, page * limit).map(({ id, name, email, is_active }) => {
      const mine = rows
        .filter((row) => row.assigned_to === id)
        .sort((a, b) => compare(b.created, a.created) || compare(b.id, a.id));
      const counts = byStatus(mine);
      return {
        ...{ id, name, email, phone: null, base_location: null, is_active },
        counts: {
          total: mine.length,
          pending: counts.pending + counts.assigned,
          in_progress: counts.in_progress,
          completed: counts.completed,
        },
        requests: mine.slice(0, MONITOR_REQUESTS).map((row) => ({
          ...{ id: row.id, external_id: row.external_id, title: row.title, status: row.status, priority: row.priority },
          customer: { name: row.customer_name, email: row.customer_email },
          created_at: new Date(millis(row.created)).toISOString(),
        })),
      };
    }),
    ...{ matched: matched.length, more_match: false, total: technicians.length, page, limit },
  };
}

export function expectedAnalytics({ requests, users }: Raw) {
  const there = users.filter((user) => !user.is_deleted);
  const of = (role: string) => count(there, (user) => user.role === role);
  return {
    requests: byStatus(requests),
    users: {
      total: there.length,
      active: count(there, (user) => user.is_active),
      admins: of('admin'),
      technicians: of('technician'),
      auditors: of('auditor'),
    },
  };
}
