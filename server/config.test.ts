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
    ['METRICS_TOKEN', 'fifteen-letters'],
    ['METRICS_TOKEN', 'sixteen or more, with spaces'],
    ['METRICS_TOKEN', 'sechzehn-Zeichen-mit-Ümlaut'],
  ])('%s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it('METRICS_TOKEN says what it must be, and never what it was', () => {
    expect(() => readConfig({ METRICS_TOKEN: 'too-short' })).toThrow(
      /^Bad setting\. METRICS_TOKEN: must be 16 to 256 letters, digits and signs of ASCII, without spaces$/,
    );
    expect(readConfig({ METRICS_TOKEN: 'sixteen-letters!' }).metricsToken).toBe('sixteen-letters!');
    expect(readConfig({ METRICS_TOKEN: '' }).metricsToken).toBeUndefined();
  });

  it('a blank setting means the default: limits on, no proxy trusted', () => {
    expect(readConfig({ TRUSTED_PROXIES: '', RATE_LIMITS: '' })).toMatchObject({
      rateLimits: true,
      trustedProxies: [],
    });
  });
});
