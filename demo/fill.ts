import { DateTime } from 'luxon';
import { rooms } from './places.ts';
import type { Random } from './random.ts';
import type { SiteKind } from './work/job.ts';

const words = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const manyLots = ['north lot', 'rear lot', 'employee lot', 'front lot', 'east lot', 'overflow lot'];
const lots: Partial<Record<SiteKind, readonly string[]>> = {
  school: ['bus loop', 'drop-off lane', 'staff lot', 'stadium lot'],
  church: ['main lot', 'overflow lot', 'gravel lot'],
  hotel: ['guest lot', 'rear lot', 'valet lot'],
  warehouse: ['truck court', 'trailer yard', 'employee lot'],
  community: ['clubhouse lot', 'guest parking', 'boat storage lot', 'pool lot'],
  dealer: ['display lot', 'service lot', 'back lot'],
};
const buildings: Record<SiteKind, readonly string[]> = {
  retail: ['Building C', 'the anchor building', 'the out parcel', 'Building A'],
  office: ['Building B', 'the north tower', 'Building 3'],
  school: ['the science wing', 'Building 3', 'the gym building'],
  church: ['the education building', 'the main building', 'the parish hall'],
  hotel: ['the east wing', 'Tower 2', 'the main building'],
  warehouse: ['Building 4', 'the north warehouse', 'Building 2'],
  community: ['the clubhouse', 'Building 12', 'Building 7'],
  restaurant: ['the main building', 'the bar side'],
  medical: ['the annex', 'Building B', 'the clinic'],
  dealer: ['the service building', 'the showroom building'],
};
const panels = [
  'Panel A',
  'Panel LP-2',
  'Panel RP-1',
  'Panel H1',
  'Panel LA',
  'the main panel',
  'Panel B',
  'Panel EM-1',
];
const sinces = ['since Friday', 'since Monday night', 'for about a week', 'for two weeks now', 'since last night'];
const clocks = ['6:30 pm', '7 pm', '7:45 pm', '8 pm', '6 pm'];

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const ordinal = (day: number) => {
  const ending = day % 10 > 3 || (day > 10 && day < 14) ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
};

/**
 * Fills the slots of a text. Each request has one filler, so that pole 7 has the same number in the title, in the notes and
 * on the work order. {Lot} is {lot} with a capital letter.
 */
export function filler(
  random: Random,
  site: { kind: SiteKind; contact: string; created_at: Date; zone: string },
): (text: string) => string {
  const soon = DateTime.fromJSDate(site.created_at, { zone: site.zone }).plus({ days: random.int(5, 20) });
  const [first = ''] = site.contact.split(' ');
  const values: Record<string, string> = {
    n: random.pick(words),
    m: String(random.int(12, 64)),
    lot: random.pick(lots[site.kind] ?? manyLots),
    pole: `pole ${random.int(2, 23)}`,
    panel: random.pick(panels),
    circuit: String(random.int(3, 41)),
    room: random.pick(rooms[site.kind]),
    building: random.pick(buildings[site.kind]),
    since: random.pick(sinces),
    clock: random.pick(clocks),
    date: ordinal(soon.day),
    who: first,
    code: random.symbols('0123456789', 4),
    limit: `$${random.pick([350, 500, 750, 1000, 1500])}`,
    hours: String(random.pick([1, 1.5, 2, 2.5, 3, 4, 6])),
  };
  return (text) =>
    upper(
      text.replace(/\{(\w+)\}/g, (slot, name: string) => {
        const value = values[name] ?? values[name.toLowerCase()];
        if (value === undefined) throw new Error(`no such slot: ${slot} in "${text}"`);
        return name in values ? value : upper(value);
      }),
    );
}
