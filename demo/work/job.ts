import type { RequestPriority } from '#server/db/database.ts';

/** What each kind of work is called where the website offers it: the six names that a submission may carry. */
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
 * One kind of call as it reaches a lighting contractor. Texts carry slots like {lot} that one request fills the same way
 * everywhere. `asks` are the customer's words, `found` and `did` the technician's.
 */
export type Job = {
  service: keyof typeof services;
  /** Left out: any site may have it. */
  at?: readonly SiteKind[];
  picture: PictureKind;
  urgency: RequestPriority;
  /** More of it in the storm months, or in the dark ones. */
  season?: 'storm' | 'winter';
  /** Hours on site. */
  hours: readonly [number, number];
  titles: readonly string[];
  asks: readonly string[];
  found: readonly string[];
  did: readonly string[];
};
