/** The contractor's six services (spec §2), by the address of each. A request stores a service's name as its service type. */
export const serviceNames = {
  'parking-lot-lighting': 'Parking Lot & Site Lighting',
  'led-retrofits': 'LED Retrofits',
  'interior-lighting': 'Interior Lighting Maintenance',
  'electrical-repair': 'Electrical Repairs & Troubleshooting',
  'emergency-exit-lighting': 'Emergency & Exit Lighting',
  'controls-power': 'Controls, Panels & EV Charging',
} as const;
