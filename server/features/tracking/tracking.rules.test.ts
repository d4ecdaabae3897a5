import { describe, expect, it } from 'vitest';
import { deviceTypeOf, presentViews } from './tracking.rules.ts';

describe('the device of a look-up', () => {
  it.each([
    ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Mobile/15E148', 'tablet'],
    ['Mozilla/5.0 (Linux; Android 14; SM-X200) Safari/537.36', 'tablet'],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile Safari/537.36', 'mobile'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148', 'mobile'],
    ['Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0', 'desktop'],
    ['curl/8.9.1', 'unknown'],
    ['', 'unknown'],
  ])('%s is %s', (agent, device) => expect(deviceTypeOf(agent)).toBe(device));
});

describe('the look-ups of a request', () => {
  const at = new Date('2026-03-01T12:00:00Z');

  it('count nothing before the first one', () => {
    expect(presentViews(undefined, [])).toEqual({
      stats: {
        totalTracks: 0,
        uniqueIPs: 0,
        firstTracked: null,
        lastTracked: null,
        deviceStats: { mobile: 0, tablet: 0, desktop: 0, unknown: 0 },
        wasTracked: false,
      },
      recentTracking: [],
    });
  });

  it('have the totals of all, and each of the newest', () => {
    const totals = { total: 4, unique_ips: 2, mobile: 3, tablet: 0, desktop: 1, unknown: 0 };
    const view = { id: '17', device_type: 'mobile' as const, ip_address: '192.0.2.1', tracked_at: at };
    const { stats, recentTracking } = presentViews({ ...totals, first_tracked: at, last_tracked: at }, [view]);
    expect(stats).toMatchObject({ totalTracks: 4, uniqueIPs: 2, firstTracked: at.toISOString(), wasTracked: true });
    expect(stats.deviceStats).toEqual({ mobile: 3, tablet: 0, desktop: 1, unknown: 0 });
    expect(recentTracking).toEqual([{ ...view, id: 17, tracked_at: at.toISOString() }]);
  });
});
