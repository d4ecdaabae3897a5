import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('an invalid setting is refused by name', () => {
  it.each([
    ['TRUSTED_PROXIES', 'everyone'],
    ['TRUSTED_PROXIES', '1'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,'],
    ['RATE_LIMITS', 'no'],
    ['RATE_LIMITS', '0'],
    ['SHUTDOWN_SECONDS', '-1'],
    ['SHUTDOWN_SECONDS', 'soon'],
  ])('%s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it('a blank setting means the default: limits on, no proxy trusted', () => {
    expect(readConfig({ TRUSTED_PROXIES: '', RATE_LIMITS: '' })).toMatchObject({
      rateLimits: true,
      trustedProxies: [],
    });
  });
});
