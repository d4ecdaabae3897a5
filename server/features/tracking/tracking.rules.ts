import type { DeviceType } from '#server/db/database.ts';

/** The device type that a user agent names (spec §2, Tracking tab). Tablets often also say Android, so they come first. */
export function deviceTypeOf(userAgent: string): DeviceType {
  if (/ipad|tablet|kindle|silk|playbook|android(?!.*mobile)/i.test(userAgent)) return 'tablet';
  if (/mobi|iphone|ipod|android|blackberry|windows phone/i.test(userAgent)) return 'mobile';
  if (/windows|macintosh|x11|linux|cros/i.test(userAgent)) return 'desktop';
  return 'unknown';
}
