import type { Business } from '#contract/business.ts';
import type { RequestPriority, RequestStatus } from '#server/db/database.ts';
import { afterOfficeHours } from './calendar.ts';
import type { Member } from './people.ts';
import * as say from './phrases.ts';
import type { Random } from './random.ts';
import type { Job, SiteKind } from './work/job.ts';

type Stars = keyof typeof say.feedback;
type Closing = { rating: Stars; feedback: string | null };

/** An event in the story of a request; `by` is null for the customer. */
export type Happening = {
  at: Date;
  by: Member | null;
  status?: RequestStatus;
  technician?: Member;
  note?: string;
  /** The customer's signature and rating, when the visit has ended with them. */
  closing?: Closing;
  photos?: 'before' | 'after';
};

const usually = [
  [5, 60],
  [4, 29],
  [3, 7],
  [2, 2.5],
  [1, 1.5],
] as const;
const afterTrouble = [
  [4, 4],
  [3, 4],
  [2, 2],
  [1, 1],
] as const;
const DAY = 86_400_000;
/** The hours until a technician is sent, and until the arrival: office hours, but hours of the clock for emergencies. */
const pace: Record<RequestPriority, { dispatch: readonly [number, number]; arrive: readonly [number, number] }> = {
  urgent: { dispatch: [0.15, 0.8], arrive: [0.5, 2] },
  high: { dispatch: [0.3, 4], arrive: [1, 12] },
  medium: { dispatch: [1, 16], arrive: [6, 34] },
  low: { dispatch: [3, 40], arrive: [12, 68] },
};

function someClosing(random: Random, kind: SiteKind, unhappy: boolean): Closing {
  const rating = random.weighted<Stars>(unhappy ? afterTrouble : usually);
  if (!random.chance(rating <= 3 ? 0.85 : 0.55)) return { rating, feedback: null };
  const own = rating === 5 && random.chance(0.3) ? (say.praiseOf[kind] ?? []) : [];
  return { rating, feedback: random.pick(own.length ? own : say.feedback[rating]) };
}

/** The course of a request: a few recent ones are stuck; the others are completed, some in a second visit, or cancelled. */
function someFate(random: Random, age: number, priority: RequestPriority) {
  if (age > 8 && age < 60 && priority !== 'urgent' && random.chance(0.07)) {
    return random.weighted([
      ['unassigned', 1],
      ['assigned', 2],
      ['in_progress', 4],
    ] as const);
  }
  return random.weighted([
    ['done', 72],
    ['waits', 20],
    ['again', 2.5],
    ['office', 4],
    ['cancelled', priority === 'urgent' ? 0 : 6],
  ] as const);
}

export type Setting = {
  job: Job;
  kind: SiteKind;
  priority: RequestPriority;
  created_at: Date;
  now: Date;
  business: Business;
  office: Member;
  crew: readonly Member[];
  fill: (text: string) => string;
  /** The index of the customer's words, and of the technician's finding and work that fit them. */
  variant: number;
};

/** All events of a request up to now, in order, the submission first. */
export function tellStory(random: Random, setting: Setting): Happening[] {
  const { job, kind, priority, created_at, now, business, office, fill, variant } = setting;
  const age = (now.getTime() - created_at.getTime()) / DAY;
  const told: Happening[] = [{ at: created_at, by: null, status: 'pending' }];
  let at = created_at;
  const wait = ([least, most]: readonly [number, number], onTheClock = priority === 'urgent') => {
    const hours = random.between(least, most);
    at = onTheClock ? new Date(at.getTime() + hours * 3_600_000) : afterOfficeHours(at, hours, business);
    return at;
  };
  const add = (happening: Omit<Happening, 'at'>) => told.push({ ...happening, at });
  const ended = () => told.filter((one) => one.at <= now);

  // Former employees have old work only.
  const present = setting.crew.filter((member) => member.is_active || age > 150);
  const someone = (not?: Member) =>
    random.weighted(present.filter((member) => member !== not).map((member) => [member, member.weight] as const));
  const fate = someFate(random, age, priority);
  const reasons = priority === 'high' ? say.cancelledImportant : say.cancelled;
  let technician = someone();

  if (fate === 'cancelled' && random.chance(0.5)) {
    wait([1, 20]);
    add({ by: office, status: 'cancelled', note: fill(random.pick(reasons)) });
    return ended();
  }
  if (fate === 'unassigned') {
    wait([4, 16]);
    add({ by: office, note: fill(random.pick(say.stuckNotes)) });
    return ended();
  }

  wait(pace[priority].dispatch);
  const outside = job.picture === 'lot' || job.picture === 'wall';
  const orders =
    priority === 'urgent' ? say.dispatchNow : outside && random.chance(0.5) ? say.dispatchLift : say.dispatch;
  const order = random.chance(0.6) ? { note: fill(random.pick(orders)) } : {};
  add({ by: office, status: 'assigned', technician, ...order });
  if (fate === 'cancelled') {
    wait([2, 16]);
    add({ by: office, status: 'cancelled', note: fill(random.pick(reasons)) });
    return ended();
  }
  if (fate !== 'assigned' && random.chance(0.04)) {
    const from = technician;
    wait([1, 6]);
    technician = someone(from);
    const note = say.reassigned.replace('{from}', from.name);
    add({ by: office, technician, note });
  }
  if (fate === 'assigned') {
    wait([16, 40]);
    add({ by: office, note: fill(random.pick(say.stuckNotes)) });
    wait([30, 60]);
    add({ by: office, note: fill(say.stuckNudge) });
    return ended();
  }

  wait(pace[priority].arrive);
  const found = fill(job.found[variant % job.found.length] ?? '');
  const opening = random.chance(0.4) ? `${fill(random.pick(say.arriving))} ${found}` : found;
  add({ by: technician, status: 'in_progress', photos: 'before', ...(random.chance(0.85) ? { note: opening } : {}) });
  if (fate === 'waits' || fate === 'in_progress') {
    wait([1, 3]);
    const causes = outside ? [...say.waitingFor, ...say.waitingOutside] : say.waitingFor;
    add({ by: technician, note: fill(random.pick(causes)) });
    if (fate === 'in_progress') {
      wait([40, 80], false);
      add({ by: technician, note: fill(random.pick(say.stuckNotes)) });
      wait([20, 60], false);
      add({ by: office, note: fill(say.stuckNudge) });
      return ended();
    }
    wait([16, 75], false);
  }
  if (fate === 'office') {
    wait([6, 30]);
    add({ by: office, status: 'completed', note: fill(say.closedByPhone) });
    return ended();
  }
  wait(job.hours);
  const done = fill(job.did[variant % job.did.length] ?? '');
  const finish = random.chance(0.45) ? `${done} ${fill(random.pick(say.closing))}` : done;
  const closing = someClosing(random, kind, fate === 'waits' && random.chance(0.3));
  add({ by: technician, status: 'completed', photos: 'after', note: finish, closing });
  if (fate === 'again') {
    wait([9, 40], false);
    add({ by: office, status: 'in_progress', note: say.callback });
    wait([6, 20], false);
    add({ by: technician, status: 'completed', note: say.callbackFound, closing: someClosing(random, kind, true) });
  }
  return ended();
}
