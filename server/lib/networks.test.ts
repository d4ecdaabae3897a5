import { expect, it } from 'vitest';
import { networkOf, siteOf } from './networks.ts';

it('counts an IPv4 address, or a /64 of IPv6, as one visitor', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:0db8:0001:0002:ffff:ffff:ffff:ffff')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8::1')).toBe('2001:db8::/64');
  expect(networkOf('::1')).toBe('::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80::/64');
  expect(networkOf('')).toBe('');
});

it('counts a /48 of IPv6 as one customer of a provider', () => {
  expect(siteOf('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1::/48');
  expect(siteOf('::ffff:203.0.113.9')).toBeNull();
  expect(siteOf('203.0.113.9')).toBeNull();
});
