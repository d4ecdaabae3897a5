import { describe, expect, it } from 'vitest';
import { setupBody } from './auth.ts';

describe('the set-up form', () => {
  it('asks the first admin for their own password, not for that of a new user', () => {
    const { setUp } = { setUp: setupBody.meta()?.examples };
    const { error } = setupBody.safeParse({ ...Object(setUp), password: '' });
    expect(error?.issues[0]?.message).toBe('Password is required');
  });
});
