import type { RequestPriority } from '#server/db/database.ts';

/** The website's name of each kind of work. A submission may have one of these six names. */
export const services = {
  exterior: 'Parking Lot & Site Lighting',
  signs: 'Parking Lot & Site Lighting',
  retrofit: 'LED Retrofits',
  interior: 'Interior Lighting Maintenance',
  electrical: 'Electrical Repairs & Troubleshooting',
  emergency: 'Emergency & Exit Lighting',
  power: 'Controls, Panels & EV Charging',
  controls: 'Controls, Panels & EV Charging',
  ev: 'Controls, Panels & EV Charging',
  backup: 'Controls, Panels & EV Charging',
} as const;

export type SiteKind =
  | 'retail'
  | 'office'
  | 'school'
  | 'church'
  | 'hotel'
  | 'warehouse'
  | 'community'
  | 'restaurant'
  | 'medical'
  | 'dealer';

export type PictureKind =
  | 'lot'
  | 'wall'
  | 'ceiling'
  | 'warehouse'
  | 'exit'
  | 'panel'
  | 'sign'
  | 'charger'
  | 'generator';

/**
 * A kind of job of a lighting contractor. Texts have slots such as {lot}, which have one value per request. `asks` are the
 * customer's words, `found` and `did` the technician's.
 */
export type Job = {
  service: keyof typeof services;
  /** The kinds of sites with this job; any site when left out. */
  at?: readonly SiteKind[];
  picture: PictureKind;
  urgency: RequestPriority;
  /** The season in which the job is more frequent: the storm months or the dark months. */
  season?: 'storm' | 'winter';
  /** The least and the most hours on site. */
  hours: readonly [number, number];
  titles: readonly string[];
  asks: readonly string[];
  found: readonly string[];
  did: readonly string[];
};
