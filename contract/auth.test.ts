import { describe, expect, it } from 'vitest';
import { setupBody } from './auth.ts';

describe('the set-up form', () => {
  it('asks the first admin for their own password, not for that of a new user', () => {
    const given = { setup_token: 'x'.repeat(43), name: 'Olive Office', email: 'office@example.com', password: '' };
    expect(setupBody.safeParse(given).error?.issues[0]?.message).toBe('Password is required');
  });
});
