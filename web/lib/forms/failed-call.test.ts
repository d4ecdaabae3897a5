import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api-client.ts';
import { unreadableFiles } from '../pictures/unreadable-files.ts';
import { failedCall } from './failed-call.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a failed call', () => {
  it('is one of the network when there was no answer', () => {
    expect(failedCall(new ApiError(0, {}), 'Failed')).toEqual({ text: 'Failed', isOffline: true });
  });

  it('is none of the network when a file cannot be read', () => {
    expect(failedCall(unreadableFiles(['pole.jpg']), 'Failed').isOffline).toBe(false);
  });

  it.each([429, 502, 503])('is one of the server when it answers %i', (status) => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(failedCall(new ApiError(status, { error: 'unavailable' }), 'Failed').isOffline).toBe(false);
  });

  it.each([true, false])('whose code does not load is one of the network without a connection (%s)', (onLine) => {
    vi.stubGlobal('navigator', { onLine });
    expect(failedCall(new TypeError('Failed to fetch'), 'Failed').isOffline).toBe(!onLine);
  });
});
