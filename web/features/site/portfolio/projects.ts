/** The kinds of work that the projects are filtered by. */
export const groups = [
  { slug: 'led', label: 'LED conversions' },
  { slug: 'upkeep', label: 'Upkeep and safety' },
  { slug: 'power', label: 'Power and controls' },
] as const;

/** The portfolio's sample projects. They do not describe real customers. */
export const projects = [
  {
    id: 'plaza',
    group: 'led',
    trade: 'Parking lot',
    title: 'A retail plaza with a third of its lot dark',
    problem: 'Aging pole lights fail one by one, and the far row has been unlit for weeks.',
    work: 'Every pole is surveyed at night, heads are converted to LED, photocells replaced.',
    result: 'Even light up to the last space, switched by daylight instead of by hand.',
  },
  {
    id: 'warehouse',
    group: 'led',
    trade: 'LED retrofit',
    title: 'A warehouse on 400-watt metal halide',
    problem: 'Fixtures take minutes to restart after a power dip, and aisles stay dim.',
    work: 'High-bays are replaced aisle by aisle during night shifts, with sensors on each.',
    result: 'Light at once, only where somebody works, and rebate papers ready to send.',
  },
  {
    id: 'office',
    group: 'upkeep',
    trade: 'Interior maintenance',
    title: 'Three office floors that flicker',
    problem: 'Mixed lamps and old ballasts: flicker, hum, and a new complaint every Monday.',
    work: 'One group change on two weekends, one lamp type, a labeled spare on each floor.',
    result: 'One color of light throughout, and a yearly round instead of daily calls.',
  },
  {
    id: 'clinic',
    group: 'power',
    trade: 'Electrical repair',
    title: 'A clinic panel that trips at ten each morning',
    problem: 'Two exam rooms share an overloaded circuit nobody has drawn on the schedule.',
    work: 'Loads are measured, the circuit split, breakers and the panel schedule renewed.',
    result: 'No trips, and a panel whose labels are true.',
  },
  {
    id: 'theater',
    group: 'upkeep',
    trade: 'Emergency lighting',
    title: 'A theater before its fire inspection',
    problem: 'Exit signs are lit, but half of the batteries do not hold for ninety minutes.',
    work: 'Every unit is load-tested, batteries renewed, failures listed with their place.',
    result: 'A signed test report, and a plan for the monthly checks.',
  },
  {
    id: 'garage',
    group: 'power',
    trade: 'Controls and EV',
    title: 'A garage that needs eight chargers',
    problem: 'The service has no spare capacity on paper, and lights burn day and night.',
    work: 'Load is measured for a month, lighting moves to sensors, chargers share the rest.',
    result: 'Eight charging spaces without a bigger service.',
  },
] as const;

export type ProjectId = (typeof projects)[number]['id'];
