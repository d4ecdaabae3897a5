import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import { ApiError, callDownload, messageOf, messageOrErrorOf } from './api-client.ts';

const FALLBACK = 'Failed to assign request';

describe('the text of a failure', () => {
  it.each([
    ['the message', { message: 'Somebody was first', error: 'conflict' }, 'Somebody was first', 'Somebody was first'],
    ['no message: the fallback', { error: 'conflict' }, FALLBACK, FALLBACK],
    ['a text in place of the code', { error: 'The gateway sleeps' }, FALLBACK, 'The gateway sleeps'],
    ['the message before that text', { message: 'Not now', error: 'The gateway sleeps' }, 'Not now', 'Not now'],
    ['nothing at all', {}, FALLBACK, FALLBACK],
  ])('%s', (_, body, message, orError) => {
    const error = new ApiError(500, body as ConstructorParameters<typeof ApiError>[1]);
    expect(messageOf(error, FALLBACK)).toBe(message);
    expect(messageOrErrorOf(error, FALLBACK)).toBe(orError);
  });

  it('is the fallback for what is no answer', () => {
    expect(messageOrErrorOf(new ApiError(0, {}), FALLBACK)).toBe(FALLBACK);
    expect(messageOrErrorOf(new Error('x'), FALLBACK)).toBe(FALLBACK);
  });
});

it('a text in place of the code is no code', () => {
  const codeOf = (status: number, error?: string) =>
    new ApiError(status, { error } as ConstructorParameters<typeof ApiError>[1]).code;
  expect(codeOf(409, 'conflict')).toBe('conflict');
  expect(codeOf(502, 'Bad Gateway')).toBe('internal');
  expect(codeOf(0)).toBe('unavailable');
});

describe('a file that the server makes', () => {
  afterEach(() => vi.unstubAllGlobals());
  it.each([
    ['attachment; filename=requests-2026-10-01-to-2026-10-31.csv', 'requests-2026-10-01-to-2026-10-31.csv'],
    [null, 'download'],
  ])('has the name that the server gives it: %s', async (disposition, name) => {
    const headers = new Headers(disposition === null ? {} : { 'content-disposition': disposition });
    vi.stubGlobal('fetch', async () => new Response('a,b', { headers }));
    const file = await callDownload(api.requests.export, { query: {} });
    expect([file.name, await file.text()]).toEqual([name, 'a,b']);
  });
});
