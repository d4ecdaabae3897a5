import type { Customers } from '#server/db/database.ts';
import type { NewRow } from '#server/db/transaction.ts';
import { paymentAddress, someAddress } from './places.ts';
import type { Random } from './random.ts';
import type { SiteKind } from './work/job.ts';

export type Customer = NewRow<Customers> & {
  kind: SiteKind;
  /** The name of the person who signs for the work. */
  contact: string;
  /** The relative number of requests of this customer. */
  weight: number;
};

/** Made-up names: no real business, school or parish. */
const organisations: Record<SiteKind, readonly string[]> = {
  retail: [
    'Heron Lake Plaza',
    'Tangelo Square Shopping Center',
    'Limpkin Crossing',
    'Old Kiln Marketplace',
    'Sandhill Corner Shops',
    'The Shoppes at Wekiva Hollow Property Owners Association, c/o Brightwater Retail Management',
    'Copper Gull Outlets',
    'Bromeliad Street Market Hall',
    'Scrub Jay Commons',
    'Palmetto Works Retail Partners',
    'Marigold & Finch Home Furnishings',
    'Kumquat Grove Center',
    'Tern & Tide Surf Supply',
    'Lanternfly Books and Stationery',
  ],
  office: [
    'Lake Ferris Office Park',
    'Coontie Park Corporate Center',
    'Sawgrass Depot Offices',
    'Ibis Tower Management',
    'Okafor & Lindqvist Property Services',
    'Turpentine Still Business Center',
    'Brightwater Community Management',
    'Meridian Palm Insurance Services',
    'Halcyon Title & Escrow',
    'Roseate Credit Cooperative',
    'Firebush Engineering Group',
    'Anhinga Software Campus',
  ],
  school: [
    'Heron Lake Elementary School',
    'Tangelo Ridge Middle School',
    'Scrub Jay Preparatory Academy',
    'Little Limpkins Early Learning Center',
    'Coontie Park High School',
    'St. Brannock Catholic School',
    'Marsh Wren Montessori',
    'Lake Ferris Technical College',
    'Sandhill Charter School',
    'Kumquat Grove Child Care',
  ],
  church: [
    'Cedar Hammock Baptist Church',
    'Good Harbor Community Church',
    'Iglesia Roca de Esperanza',
    'St. Ludwina Parish',
    'New Lantern A.M.E. Church',
    'Grace on the Ridge Lutheran Church',
    'Temple Or Hadarim',
    'Cypress Knee Methodist Church',
    'Masjid An-Nahr Community Center',
    'Living Springs Worship Center',
  ],
  hotel: [
    'Osprey Run Inn & Suites',
    'The Tangelo Hotel',
    'Palm Lantern Resort',
    'Sandhill Lodge',
    'Blue Anole Extended Stay',
    'Hotel Meridian Grove',
    'The Royal Poinciana Residence Club and Conference Hotel at Lake Ferris',
    'Gulfline Motor Inn',
    'Casa Naranja Vacation Villas',
    'Firefly Suites Convention South',
    'Wayside Palm Hotel',
  ],
  warehouse: [
    'Sawgrass Cold Storage',
    'Copper Gull Distribution',
    'Palmetto Works Logistics, Building 4',
    'Sandhill Commerce Industrial Park',
    'Tri-Lakes Beverage Wholesale',
    'Osprey Freight Terminal',
    'Peninsula Tile & Stone Warehouse',
    'Kiln Road Self Storage',
    'Citrus Foundry Castings',
    'Northlake Paper & Packaging',
    'Bluestem Building Supply',
    'Gopher Hill Nursery Growers',
    'Marlin Marine Parts Depot',
  ],
  community: [
    'Heron Trace Homeowners Association',
    'Villas at Wax Myrtle Condominium Association',
    'Kumquat Grove HOA',
    'Lake Ferris Estates Master Association, Inc.',
    'The Preserve at Scrub Jay Crossing',
    'Marsh Wren Townhomes',
    'Sawgrass Depot Lofts',
    'Cypress Lantern Apartments',
    'Osprey Run Golf & Country Club',
    'Bromeliad Gardens 55+ Community',
    'Tangelo Ridge Apartments',
    'Turpentine Hill Homeowners Association',
    'Coontie Park Condominiums',
  ],
  restaurant: [
    'The Salted Limpkin',
    'Abuela Marisol Cocina',
    'Kiln & Crust Pizza',
    'Blue Heron Diner',
    'Pho Sen Vang',
    'Smoke & Citrus Barbecue',
    'Two Anhingas Brewing',
    'Tandoor Palace of Lake Ferris',
    'Cafe Naranja',
    'Pelican Point Oyster Bar',
  ],
  medical: [
    'Lake Ferris Dental Group',
    'Sandhill Family Medicine',
    'Tangelo Pediatrics',
    'Ridge Imaging Center',
    'Coontie Park Surgery Center',
    'Heron Lake Rehabilitation & Nursing',
    'Bright Iris Eye Care',
    'Marsh Wren Animal Hospital',
    'Palmetto Dialysis Services',
  ],
  dealer: [
    'Copper Gull Motors',
    'Sandhill Pre-Owned',
    'Peninsula Powersports',
    'Lake Ferris Marine & RV',
    'Ridge Truck Center',
    'Tri-Lakes Tire and Auto',
  ],
};

// biome-ignore format: names read best as a block
const people = [
  'Denise Marchetti', 'Carlos Ibarra', 'Wanda Przybylski', 'Terrence Oyelaran', 'Kim Sandoval', 'Ray Duquesne',
  'Patrice Holloway', 'Anjali Deshmukh', 'Bill Thorvaldsen', 'Marisol Quiñones', 'Greg Abernathy', 'Lucinda Farrow',
  'Hector Villalobos', 'Sheila Brannigan', 'Tom Wexler', 'Nadia Kowalczyk', 'Emmett Rowley', 'Yolanda Batista',
  'Peter Vandersloot', 'Joy Adeyemi', 'Fred Castellano', 'Mei-Ling Hsu', 'Roberta Finch', 'Alan Pomeroy',
  'Sofia Restrepo', 'Dwayne Lockridge', 'Karen Oostburg', 'Vikram Subramanian', 'Gail Thibodeaux', 'Ernesto Padilla',
  'Linda Haverford', 'Jamal Whitcombe', 'Irene Papadakis', 'Steve Nakagawa', 'Colleen Dunleavy', 'Rafael Monteverde',
  'Beth Ann Crowley', 'Omar Haddad', 'Trudy Lindgren', 'Curtis Beauchamp',
];

const homeowners = [
  'Margaret Ostrander',
  'Luis Echeverría',
  'Dana Whitfield',
  'Konstantin Papageorgiou-Featherstone',
  'Ruth Nilsen',
  'Andre Baptiste',
  'Phyllis Kettleman',
  'Bao Tran',
  'Walter Grisham',
  'Alejandra Maria Fernandez de la Vega',
  'Sam Ito',
  'Joanne Pruitt',
];

/** "The Salted Limpkin" to "saltedlimpkin", at most 24 letters of whole words. */
function domainOf(name: string): string {
  const words = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '')
    .split(' ');
  const kept = words.filter((word) => !['the', 'of', 'at', 'and', 'inc', 'co', ''].includes(word));
  let domain = '';
  for (const word of kept) if ((domain + word).length <= 24) domain += word;
  return domain;
}

const plain = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .trim()
    .replaceAll(' ', '.');

/** Telephone numbers that are kept free for stories: 555-0100 to 555-0199, in the area codes around Orlando. */
function* phones(random: Random): Generator<string> {
  const lines = [407, 321, 689].flatMap((area) => Array.from({ length: 100 }, (_, line) => [area, line] as const));
  const ours = ([area, line]: readonly [number, number]) => area === 407 && ((line >= 42 && line <= 50) || line === 99);
  for (const [area, line] of random.shuffled(lines.filter((one) => !ours(one)))) {
    yield `(${area}) 555-01${String(line).padStart(2, '0')}`;
  }
}

/** 120 customers of a contractor in Central Florida, every address of theirs under .example. */
export function someCustomers(random: Random, openedAt: Date): Customer[] {
  const numbers = phones(random);
  const nextPhone = () => numbers.next().value ?? '';
  const base = (kind: SiteKind) => ({
    kind,
    phone: nextPhone(),
    address: someAddress(random, kind),
    payment_address: random.chance(0.3) ? paymentAddress(random) : null,
    // A default: the first request of the customer replaces this time.
    created_at: openedAt,
  });
  const companies = Object.entries(organisations).flatMap(([kind, names]) =>
    names.map((name): Customer => {
      const contact = random.pick(people);
      const mailbox = random.pick(['facilities', 'maintenance', 'office', plain(contact), 'manager', plain(contact)]);
      const email = `${mailbox}@${domainOf(name)}.example`;
      return { ...base(kind as SiteKind), name, email, contact, weight: random.pick([1, 1, 2, 3, 6]) };
    }),
  );
  const persons = homeowners.map(
    (name): Customer => ({
      ...base(random.pick(['retail', 'office', 'restaurant'] as const)),
      name,
      email: `${plain(name)}@mail.example`,
      contact: name,
      weight: 0.7,
    }),
  );
  return [...companies, ...persons];
}
