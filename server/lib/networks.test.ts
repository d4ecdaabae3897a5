import { describe, expect, it } from 'vitest';
import { addressIn, callerOf, isAmong, networkOf, siteOf, trustProxies } from './networks.ts';

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

describe('an entry of X-Forwarded-For', () => {
  it.each([
    ['203.0.113.77', '203.0.113.77'],
    ['203.0.113.77:41000', '203.0.113.77'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['[::ffff:203.0.113.77]:443', '::ffff:203.0.113.77'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
  ])('%s has the address %s', (entry, address) => {
    expect(addressIn(entry)).toBe(address);
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    'localhost:80',
    '203.0.113',
    '203.0.113.256:80',
    '203.0.113.77:',
    '203.0.113.77:x',
    '[203.0.113.77]x',
    '1',
    '203.0.113.77 41000',
  ])('“%s” has none', (entry) => {
    expect(addressIn(entry)).toBeNull();
  });
});

describe('the caller', () => {
  it('is the connection when no proxy is trusted', () => {
    expect(callerOf({ ip: '198.51.100.1' })).toBe('198.51.100.1');
  });

  it('is the last that the proxies name', () => {
    expect(callerOf({ ip: '', ips: ['10.0.0.1', '10.0.0.2:5000', '203.0.113.77:41000'] })).toBe('203.0.113.77');
  });

  it('is the proxy that got something else than an address', () => {
    expect(callerOf({ ip: '', ips: ['10.0.0.1', '[2001:db8::2]:80', 'unknown'] })).toBe('2001:db8::2');
  });
});

describe('a trusted proxy', () => {
  const check = trustProxies(['10.0.0.0/8', '2001:db8:ffff::1']);
  const isTrusted = (entry: string) => check !== false && check(entry);

  it.each(['10.1.2.3', '10.1.2.3:5000', '::ffff:10.1.2.3', '[2001:db8:ffff::1]:5000'])('is known as %s', (entry) => {
    expect(isTrusted(entry)).toBe(true);
  });

  it.each(['11.1.2.3', '2001:db8:ffff::2', 'unknown', ''])('is not “%s”', (entry) => {
    expect(isTrusted(entry)).toBe(false);
  });

  it('is nobody by default', () => {
    expect(trustProxies([])).toBe(false);
    expect(isAmong([])('10.0.0.1')).toBe(false);
  });
});
