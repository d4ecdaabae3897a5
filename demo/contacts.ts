import type { ContactMessages, ContactStatus } from '#server/db/database.ts';
import type { NewRow } from '#server/db/transaction.ts';
import type { Customer } from './customers.ts';
import type { Random } from './random.ts';

const DAY = 86_400_000;

/** Contact messages of people who do not need a repair yet, with the notes of the office. */
const letters: readonly (readonly [message: string, notes: string])[] = [
  ['Do you also repair sign lighting? We have two channel letters that are dark.', 'Yes. Sent to the request form.'],
  ['Could you quote an LED retrofit for a 40,000 sq ft warehouse? About 120 high-bays.', 'Site visit agreed.'],
  [
    'We are changing our maintenance contractor in January. Do you offer monthly lighting rounds?',
    'Called, sent terms.',
  ],
  ['Is your license valid in Seminole County as well?', 'Answered by phone.'],
  ['I would like a certificate of insurance for our property management file, please.', 'Certificate sent.'],
  ['Do you take on churches? Our sanctuary has 28 foot ceilings and half the lamps are out.', 'Yes, with the lift.'],
  ['How long does a photometric survey of a parking lot take, and can it be done at night?', 'Explained, waiting.'],
  ['Our utility offers a rebate for lighting controls. Do you prepare the paperwork?', 'Yes. Forms sent.'],
  ['Are you hiring apprentices for the summer?', 'Passed on to the owner.'],
  ['Please send the invoice of the last visit again, our accounting cannot find it.', 'Invoice sent again.'],
  ['Can your technician bring a spare photocell of the twist lock type next time?', 'Note added to the work order.'],
  ['We need exit sign tests documented before our fire inspection on the 14th.', 'Scheduled for the 11th.'],
  ['Would two EV chargers in our employee lot need a new panel?', 'Load calculation offered.'],
  ['Thank you for the quick help after the storm. The whole plaza is lit again.', ''],
];
const junk = 'We can bring your website to the first page of every search engine. Reply for a free audit today.';

function statusAt(random: Random, ageDays: number): ContactStatus {
  if (random.chance(0.08)) return 'spam';
  if (ageDays < 3) return random.chance(0.7) ? 'new' : 'contacted';
  if (ageDays < 14) return random.chance(0.5) ? 'contacted' : 'resolved';
  return 'resolved';
}

/** The year's contact messages, of which the newest are still open. */
export function someContacts(
  random: Random,
  given: { customers: readonly Customer[]; now: Date; count: number },
): NewRow<ContactMessages>[] {
  const { customers, now, count } = given;
  return Array.from({ length: count }, (_, i) => {
    const ageDays = (i / count) ** 1.6 * 360 + 0.1;
    const status = statusAt(random, ageDays);
    const customer = random.pick(customers);
    const [message, notes] = random.pick(letters);
    return {
      name: customer.name,
      email: customer.email,
      phone: random.chance(0.7) ? customer.phone : null,
      message: status === 'spam' ? junk : message,
      status,
      notes: status === 'new' || status === 'spam' ? '' : notes,
      ip_address: `203.0.113.${1 + Math.floor(random.next() * 250)}`,
      user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
      created_at: new Date(now.getTime() - ageDays * DAY),
      changed_at: null,
      changed_by: null,
    };
  });
}
