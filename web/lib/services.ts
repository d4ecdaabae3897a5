import { serviceNames } from '#contract/texts/services.ts';

/** The contractor's six services (spec §2), as the site presents them. */
export const services = [
  {
    slug: 'parking-lot-lighting',
    name: serviceNames['parking-lot-lighting'],
    short: 'Poles, wall packs and canopies, lit evenly to the last parking space.',
    points: ['Pole and fixture repair', 'LED conversions', 'Photocells and time clocks', 'Night surveys'],
  },
  {
    slug: 'led-retrofits',
    name: serviceNames['led-retrofits'],
    short: 'Old lamps and ballasts out, efficient light in, with the paperwork for utility rebates.',
    points: ['Energy audits', 'Warehouse high-bays', 'Office troffers', 'Rebate documents'],
  },
  {
    slug: 'interior-lighting',
    name: serviceNames['interior-lighting'],
    short: 'Offices, shops and halls kept bright on a schedule, or the day a row goes out.',
    points: ['Group relamping', 'Ballast and driver changes', 'Ceiling work above 20 feet', 'Monthly rounds'],
  },
  {
    slug: 'electrical-repair',
    name: serviceNames['electrical-repair'],
    short: 'Tripping breakers, dead circuits and warm panels found and made safe.',
    points: ['Fault finding', 'Breakers and panels', 'GFCI and receptacles', 'Code corrections'],
  },
  {
    slug: 'emergency-exit-lighting',
    name: serviceNames['emergency-exit-lighting'],
    short: 'Tested, documented and ready when the power is not.',
    points: ['Monthly and yearly tests', 'Battery replacement', 'Exit signs', 'Inspection reports'],
  },
  {
    slug: 'controls-power',
    name: serviceNames['controls-power'],
    short: 'Sensors, schedules and new circuits for what the building does next.',
    points: ['Occupancy sensors', 'Lighting control panels', 'EV charger circuits', 'Generator transfer switches'],
  },
] as const;

export type Service = (typeof services)[number];
