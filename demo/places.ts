import type { Random } from './random.ts';
import type { SiteKind } from './work/job.ts';

/** Real towns around Orlando. Every street is made up. */
const towns = [
  ['Orlando', '32801'],
  ['Orlando', '32806'],
  ['Orlando', '32812'],
  ['Orlando', '32819'],
  ['Orlando', '32828'],
  ['Winter Park', '32789'],
  ['Maitland', '32751'],
  ['Altamonte Springs', '32701'],
  ['Longwood', '32750'],
  ['Lake Mary', '32746'],
  ['Sanford', '32771'],
  ['Oviedo', '32765'],
  ['Casselberry', '32707'],
  ['Winter Springs', '32708'],
  ['Kissimmee', '34741'],
  ['St. Cloud', '34769'],
  ['Apopka', '32703'],
  ['Ocoee', '34761'],
  ['Winter Garden', '34787'],
  ['Clermont', '34711'],
  ['Windermere', '34786'],
  ['DeLand', '32720'],
] as const;

const streets = [
  'Heron Trace Boulevard',
  'Sandhill Commerce Parkway',
  'Tangelo Ridge Road',
  'Citrus Foundry Lane',
  'Palmetto Works Drive',
  'Osprey Run Court',
  'Marsh Wren Way',
  'Lake Ferris Road',
  'Old Brick Kiln Avenue',
  'Gopher Hill Trail',
  'Bromeliad Street',
  'Limpkin Lane',
  'Sawgrass Depot Road',
  'Copper Gull Drive',
  'Turpentine Still Road',
  'Kumquat Grove Circle',
  'Wax Myrtle Street',
  'Lanternfly Way',
  'Coontie Park Drive',
  'Scrub Jay Crossing',
];

/** "4210 Heron Trace Boulevard, Suite 120, Lake Mary, FL 32746", of a town around Orlando. */
export function someAddress(random: Random, kind: SiteKind): string {
  const [town, zip] = random.pick(towns);
  const suite = kind === 'office' || kind === 'medical' ? random.chance(0.6) : random.chance(0.1);
  const unit = suite ? `, Suite ${random.int(1, 4)}${random.pick(['00', '10', '20', '50'])}` : '';
  return `${random.int(11, 979)}${random.pick(['0', '1', '5', ''])} ${random.pick(streets)}${unit}, ${town}, FL ${zip}`;
}

/** A payment address that differs from the service address. */
export const paymentAddress = (random: Random): string => {
  const [town, zip] = random.pick(towns);
  return random.chance(0.5)
    ? `Accounts Payable, P.O. Box ${random.int(1100, 9800)}, ${town}, FL ${zip}`
    : `${random.int(100, 990)} ${random.pick(streets)}, Floor ${random.int(2, 9)}, ${town}, FL ${zip}`;
};

/** The names of rooms at each kind of site. */
export const rooms: Record<SiteKind, readonly string[]> = {
  retail: ['suite 104', 'suite 112', 'the breezeway', 'the stock room', 'the vacant unit', 'the sales floor'],
  office: [
    'suite 210',
    'the lobby',
    'the 2nd floor corridor',
    'the large conference room',
    'the break room',
    'suite 305',
  ],
  school: [
    'classroom 12',
    'the gym',
    'the cafeteria',
    'the media center',
    'portable 4',
    'the front office',
    'classroom 27',
  ],
  church: ['the sanctuary', 'the fellowship hall', 'the nursery wing', 'the choir room', 'the church office'],
  hotel: [
    'the lobby',
    'ballroom B',
    'the fitness room',
    'the laundry',
    'the breakfast area',
    'the housekeeping office',
  ],
  warehouse: [
    'aisle 6',
    'aisles 11 to 14',
    'the mezzanine',
    'the pick line',
    'the shipping office',
    'the battery room',
  ],
  community: ['the clubhouse', 'the fitness room', 'the pool pavilion', 'the mail kiosk', 'the gatehouse'],
  restaurant: ['the dining room', 'the bar', 'the prep kitchen', 'the patio', 'the dish area'],
  medical: ['exam room 3', 'the waiting room', 'the lab corridor', 'procedure room 1', 'the nurses station'],
  dealer: ['the showroom', 'service bay 2', 'the parts counter', 'the detail shop', 'the service drive'],
};
