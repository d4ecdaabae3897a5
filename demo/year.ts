import type { Business } from '#contract/business.ts';
import type { ContactMessages, RequestPriority, RequestStatus } from '#server/db/database.ts';
import type { NewRow } from '#server/db/transaction.ts';
import { arrivals } from './calendar.ts';
import { someContacts } from './contacts.ts';
import { type Customer, someCustomers } from './customers.ts';
import { type FilePlan, someFiles, someViews, type View } from './evidence.ts';
import { filler } from './fill.ts';
import { type Member, staff } from './people.ts';
import { tails } from './phrases.ts';
import { createRandom, type Random } from './random.ts';
import { type Happening, tellStory } from './story.ts';
import { type Job, services } from './work/job.ts';
import { someJob, somePriority } from './work.ts';

export type RequestPlan = {
  customer: Customer;
  external_id: string;
  title: string;
  description: string;
  priority: RequestPriority;
  service_type: string | null;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
  status: RequestStatus;
  technician: Member | null;
  rating: number | null;
  customer_notes: string | null;
  story: Happening[];
  files: FilePlan[];
  views: View[];
};
export type Year = {
  customers: Customer[];
  requests: RequestPlan[];
  contacts: NewRow<ContactMessages>[];
};
export type YearOptions = { seed: string; now: Date; requests: number; business: Business };

const CONTACTS = 48;
const YEAR = 365 * 86_400_000;
const SYMBOLS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** The number of requests before the same kind of job may appear again. */
const VARIETY = 24;

/** The customer of each request. Every customer appears at least once when there are enough requests, and regulars often. */
function senders(random: Random, customers: readonly Customer[], count: number): Customer[] {
  const again = customers.map((customer) => [customer, customer.weight] as const);
  const rest = Array.from({ length: Math.max(0, count - customers.length) }, () => random.weighted(again));
  return random.shuffled([...random.shuffled(customers).slice(0, count), ...rest]);
}

/** The customer's description of a job. Some are written in haste on a phone, some have a last remark. */
function inTheirWords(random: Random, job: Job, variant: number, fill: (text: string) => string): string {
  const ask = fill(job.asks[variant % job.asks.length] ?? '');
  if (random.chance(0.06)) return ask.toLowerCase().replace(/\.$/, '');
  if (!random.chance(0.5)) return ask;
  return `${ask}${random.chance(0.3) ? '\n\n' : ' '}${fill(random.pick(tails))}`;
}

function planRequest(
  random: Random,
  given: { customer: Customer; job: Job; created_at: Date; options: YearOptions },
): RequestPlan {
  const { customer, job, created_at, options } = given;
  const { now, business } = options;
  const fill = filler(random.fork('words'), { ...customer, created_at, zone: business.time_zone });
  const priority = somePriority(random, job);
  const variant = random.int(0, job.titles.length - 1);
  const title = fill(job.titles[variant] ?? '');
  const asked = variant % job.asks.length;
  const [office] = staff;
  if (!office) throw new Error('nobody is in the office');
  const crew = staff.filter((member) => member.role === 'technician');
  const story = tellStory(random.fork('story'), {
    job,
    kind: customer.kind,
    priority,
    created_at,
    now,
    business,
    office,
    crew,
    fill,
    variant: asked,
  });
  const last = story.findLast((one) => one.status);
  const status = last?.status ?? 'pending';
  const closing = status === 'completed' ? last?.closing : undefined;
  const completed_at = status === 'completed' && last ? last.at : null;
  return {
    customer,
    external_id: `REQ-${random.symbols(SYMBOLS, 9)}-${random.symbols(SYMBOLS, 5)}`,
    title,
    description: inTheirWords(random, job, asked, fill),
    priority,
    service_type: random.chance(0.93) ? services[job.service] : null,
    created_at,
    updated_at: story.at(-1)?.at ?? created_at,
    completed_at,
    status,
    technician: story.findLast((one) => one.technician)?.technician ?? null,
    rating: closing?.rating ?? null,
    customer_notes: closing?.feedback ?? null,
    story,
    files: someFiles(random.fork('files'), { job, customer, title, story }),
    views: someViews(random.fork('views'), { created_at, completed_at, now, customer }),
  };
}

/** Makes up the year that ends at `now`, without side effects. The same options give the same year. */
export function imagineYear(options: YearOptions): Year {
  const random = createRandom(options.seed);
  const zone = options.business.time_zone;
  const opened = new Date(options.now.getTime() - YEAR);
  const customers = someCustomers(random.fork('customers'), opened);
  const times = arrivals(random.fork('arrivals'), options.requests, options.now, zone);
  const from = senders(random.fork('senders'), customers, times.length);
  const recent: Job[] = [];
  const requests = times.map((created_at, index) => {
    const customer = from[index] ?? from[0];
    if (!customer) throw new Error('no customers');
    const own = random.fork(index);
    const job = someJob(own, { kind: customer.kind, time: created_at, zone }, recent);
    recent.push(job);
    if (recent.length > VARIETY) recent.shift();
    return planRequest(own, { customer, job, created_at, options });
  });
  for (const customer of customers) {
    // A customer exists since the first request.
    customer.created_at = requests.find((one) => one.customer === customer)?.created_at ?? opened;
  }
  const contacts = someContacts(random.fork('contacts'), { customers, now: options.now, count: CONTACTS });
  return { customers, requests, contacts };
}
