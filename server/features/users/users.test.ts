import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { as, PASSWORD, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin', { name: 'Ada Admin' });
});
afterAll(() => test.close());

let counter = 0;
const newcomer = (fields: object = {}) => {
  counter += 1;
  return { name: 'New Comer', email: `new-${counter}@example.com`, password: 'long-enough-7', ...fields };
};
const create = (fields: object = {}) => admin.attempt(api.users.create, { body: newcomer(fields) });
const idOf = (person: { id: number }) => ({ id: String(person.id) });
const editOf = (person: Person, role: string, fields: object = {}) => ({
  params: idOf(person),
  body: { name: person.name, email: person.email, role, is_active: true, ...fields },
});
const signIn = (email: string, password: string) =>
  test.caller().attempt(api.auth.login, { body: { email, password } });
const everyone = () => test.deps.db.selectFrom('users').selectAll().orderBy('id').execute();

/** Every error text of the user form (spec §5), with a value that causes it. */
const mistakes: [field: string, value: unknown, message: string][] = [
  ['name', undefined, 'Name is required'],
  ['name', ' \t ', 'Name is required'],
  ['name', 7, 'Name is required'],
  ['name', 'x'.repeat(101), 'Must be at most 100 characters'],
  ['email', undefined, 'Email is required'],
  ['email', '', 'Email is required'],
  ['email', 'a b@c.example', 'Please enter a valid email address'],
  ['email', 'a@b@c.example', 'Please enter a valid email address'],
  ['email', 'nobody', 'Please enter a valid email address'],
  ['email', `${'x'.repeat(250)}@b.example`, 'Must be at most 254 characters'],
  ['password', '12345', 'Password must be at least 6 characters'],
  ['password', 'x'.repeat(257), 'Must be at most 256 characters'],
  ['password', 'null\u0000inside', 'Contains a character that is not allowed'],
  ['password', 'half a pair \ud800', 'Contains a character that is not allowed'],
  ['role', 'owner', 'Role is required'],
  ['role', '', 'Role is required'],
  ['role', null, 'Role is required'],
  ['phone', 'x'.repeat(41), 'Must be at most 40 characters'],
  ['base_location', 'x'.repeat(121), 'Must be at most 120 characters'],
  ['name', 'nul\u0000', 'Contains a character that is not allowed'],
  ['phone', '\udfff', 'Contains a character that is not allowed'],
];

describe('the form', () => {
  it.each(mistakes)('refuses %s %j for a new user and in an edit', async (field, value, message) => {
    const before = await everyone();
    const person = await as(test, 'technician');
    for (const answer of [
      await create({ [field]: value }),
      await admin.attempt(api.users.update, editOf(person, 'technician', { [field]: value })),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: 'validation_failed', message, details: [{ field, message }] });
    }
    expect(await everyone()).toHaveLength(before.length + 1);
  });

  it('requires a password only for new users', async () => {
    for (const password of [undefined, '']) {
      expect((await create({ password })).body.message).toBe('Password is required for new users');
    }
    const answer = await admin.attempt(api.users.update, editOf(await as(test, 'auditor'), 'auditor'));
    expect(answer.status).toBe(200);
  });

  it('lists every mistake at once, under a general text', async () => {
    const answer = await admin.attempt(api.users.create, { body: {} });
    expect(answer.body.message).toBe('Please fix the errors in the form.');
    expect(answer.body.details?.map(({ field }) => field)).toEqual(['name', 'email', 'password']);
  });

  it('makes an active technician by default and stores the trimmed input', async () => {
    const answer = await create({
      name: ' Zoë O’Neil ',
      email: ' Zoe@Example.com ',
      phone: '',
      base_location: ' Orlando ',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.user).toEqual({
      id: expect.any(Number),
      name: 'Zoë O’Neil',
      email: 'zoe@example.com',
      phone: null,
      role: 'technician',
      base_location: 'Orlando',
      is_active: true,
      is_invited: false,
      created_at: expect.any(String),
      version: 1,
    });
    expect((await signIn('zoe@example.com', 'long-enough-7')).status).toBe(200);
  });

  it('takes back the details that a read has answered, without a phone and a location', async () => {
    const { id } = await as(test, 'auditor');
    const { user } = await admin.call(api.users.get, { params: { id: String(id) } });
    const { id: _, created_at, is_invited, ...body } = user;
    const answer = await admin.attempt(api.users.update, { params: { id: String(id) }, body });
    expect(answer).toMatchObject({ status: 200, body: { user: { phone: null, base_location: null } } });
  });

  it('accepts an address once, in any case, also from two calls at the same moment', async () => {
    const body = newcomer({ email: 'twin@example.com' });
    const shouted = { ...body, email: 'TWIN@Example.COM' };
    const answers = await Promise.all([body, shouted].map((twin) => admin.attempt(api.users.create, { body: twin })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const other = await as(test, 'auditor');
    const late = await admin.attempt(api.users.update, editOf(other, 'auditor', { email: 'Twin@EXAMPLE.com' }));
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ error: 'conflict', message: 'A user with this email already exists' });
    expect((await admin.attempt(api.users.get, { params: idOf(other) })).body.user).toMatchObject({
      email: other.email,
    });
  });

  it.each(['İ@example.com', 'ΑΣ@example.com', 'ẞ@example.com', 'Ǆ@example.com'])(
    'treats all normal forms of %s as one account',
    async (email) => {
      const [first, second] = [await create({ email }), await create({ email: email.normalize('NFD') })];
      expect([first.status, second.status]).toEqual([201, 409]);
    },
  );

  it.each([
    ['id', 1],
    ['created_at', '2020-01-01T00:00:00Z'],
    ['updated_at', '2020-01-01T00:00:00Z'],
    ['password_hash', 'x'],
    ['isActive', false],
  ])('refuses %s, and changes nothing', async (field, value) => {
    const person = await as(test, 'technician');
    const before = await everyone();
    for (const answer of [
      await create({ [field]: value }),
      await admin.attempt(api.users.update, editOf(person, 'admin', { [field]: value })),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.details).toEqual([{ field, message: 'Unknown field' }]);
    }
    expect(await everyone()).toEqual(before);
  });

  it('refuses a prototype, and changes nothing', async () => {
    const before = await everyone();
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/users',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      payload: `{"__proto__":{"role":"admin"},${JSON.stringify(newcomer()).slice(1)}`,
    });
    expect(response.statusCode).toBe(400);
    expect(await everyone()).toEqual(before);
  });
});

describe('passwords', () => {
  it('never leave the server', async () => {
    const person = await as(test, 'technician');
    const answers = [
      await create(),
      await admin.attempt(api.users.list),
      await admin.attempt(api.users.get, { params: idOf(person) }),
      await admin.attempt(api.users.update, editOf(person, 'technician', { password: 'changed-it-8' })),
      await create({ password: '12345' }),
    ];
    for (const { text } of answers) {
      expect(text).not.toMatch(/argon2|password_hash|long-enough-7|changed-it-8|12345/);
    }
  });

  it('stay when the edit leaves them out, and change when it does not', async () => {
    const person = await as(test, 'technician');
    await admin.attempt(api.users.update, editOf(person, 'technician', { name: 'Renamed' }));
    expect((await signIn(person.email, PASSWORD)).status).toBe(200);
    await admin.attempt(api.users.update, editOf(person, 'technician', { password: ' spaces kept ' }));
    expect((await signIn(person.email, PASSWORD)).status).toBe(401);
    expect((await signIn(person.email, 'spaces kept')).status).toBe(401);
    expect((await signIn(person.email, ' spaces kept ')).status).toBe(200);
  });

  it('are at least as long as the configured minimum', async () => {
    const strict = await testApp({}, { PASSWORD_MIN_LENGTH: '12' });
    try {
      const boss = await as(strict, 'admin');
      const attempt = (password: string) => boss.attempt(api.users.create, { body: newcomer({ password }) });
      const short = await attempt('eleven-long');
      expect(short.status).toBe(400);
      expect(short.body.message).toBe('Password must be at least 12 characters');
      expect((await attempt('twelve-chars')).status).toBe(201);
      const edit = await boss.attempt(api.users.update, editOf(boss, 'admin', { password: 'eleven-long' }));
      expect(edit.body.message).toBe('Password must be at least 12 characters');
    } finally {
      await strict.close();
    }
  });
});

describe('an admin', () => {
  it.each([
    ['demote', { role: 'auditor' }],
    ['deactivate', { is_active: false }],
  ])('may not %s themselves, even when there are other admins', async (_, fields) => {
    const me = await as(test, 'admin');
    const answer = await me.attempt(api.users.update, editOf(me, 'admin', fields));
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe('You cannot change your own role or deactivate yourself');
    expect((await me.attempt(api.users.list)).status).toBe(200);
  });

  it('may rename themselves', async () => {
    const me = await as(test, 'admin');
    const answer = await me.attempt(api.users.update, editOf(me, 'admin', { name: 'Someone Else' }));
    expect(answer.body.user).toMatchObject({ name: 'Someone Else', role: 'admin' });
  });

  it('always remains: when two admins remove each other at once, one stays active, in each of 50 turns', async () => {
    const own = await testApp();
    try {
      const [a, b] = [await as(own, 'admin'), await as(own, 'admin')];
      for (let race = 0; race < 50; race += 1) {
        const change = race % 2 ? { is_active: false } : { role: 'technician' };
        const answers = await Promise.all([
          a.attempt(api.users.update, editOf(b, 'admin', change)),
          b.attempt(api.users.update, editOf(a, 'admin', change)),
        ]);
        // The refused admin was the last one, or had lost the role before the call.
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        expect(answers.every(({ status }) => [200, 401, 403, 409].includes(status))).toBe(true);
        const left = await own.deps.db
          .selectFrom('users')
          .select('id')
          .where('role', '=', 'admin')
          .where('is_active', '=', true)
          .execute();
        expect(left).toHaveLength(1);
        await own.deps.db.updateTable('users').set({ role: 'admin', is_active: true }).execute();
        // A deactivation ended the sessions, so both sign in again.
        for (const person of [a, b]) {
          const { token } = await own
            .caller()
            .call(api.auth.login, { body: { email: person.email, password: PASSWORD } });
          Object.assign(person, own.caller(token));
        }
      }
    } finally {
      await own.close();
    }
  });
});

describe('ids', () => {
  const odd = [
    '0',
    '-1',
    '1.5',
    '2147483648',
    'abc',
    '1e3',
    '9'.repeat(80),
    '01',
    '+1',
    ' 1',
    '0x1',
    '１',
    'null',
    "1'--",
    '\u0000',
  ];
  it.each(odd)('%j is refused as an id', async (id) => {
    for (const endpoint of [api.users.get, api.users.update]) {
      expect(
        (await admin.attempt(endpoint, { params: { id }, body: newcomer({ role: 'admin', is_active: true }) })).status,
      ).toBe(400);
    }
  });

  it('of no user are 404', async () => {
    for (const id of ['2147483647', '999999']) {
      const body = newcomer({ role: 'admin', is_active: true });
      const answers = [
        await admin.attempt(api.users.get, { params: { id } }),
        await admin.attempt(api.users.update, { params: { id }, body }),
      ];
      for (const { status, body } of answers)
        expect({ status, message: body.message }).toEqual({ status: 404, message: 'User not found' });
    }
  });
});
