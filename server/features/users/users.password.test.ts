import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { passwordWeak } from '#contract/words/passwords.ts';
import { prepareFirstAdmin } from '#server/features/auth/auth.service.ts';
import { as, PASSWORD, type Person } from '#server/testing/factories.ts';
import { aSession, aSignedInUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const NEW = 'ladders-up-at-10';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await aSignedInUser(test, 'admin');
});
afterAll(() => test.close());

const change = (person: Pick<Person, 'attempt'>, current_password: unknown, new_password: unknown) =>
  person.attempt(api.users.changePassword, { body: { current_password, new_password } });
const signIn = async (email: string, password: string) =>
  (await test.caller().attempt(api.auth.login, { body: { email, password } })).status;

describe('changing one’s own password', () => {
  it('makes only the new one valid, ends all other sessions, and keeps the current session', async () => {
    const person = await as(test, 'technician');
    const elsewhere = [test.caller(await aSession(test, person.id)), test.caller(await aSession(test, person.id))];
    const stranger = await aSignedInUser(test, 'technician');
    expect(await change(person, PASSWORD, NEW)).toMatchObject({ status: 200, body: { message: 'Password changed' } });
    expect((await person.attempt(api.auth.me)).status).toBe(200);
    for (const session of elsewhere) expect((await session.attempt(api.auth.me)).status).toBe(401);
    expect((await stranger.attempt(api.auth.me)).status).toBe(200);
    expect(await signIn(person.email, PASSWORD)).toBe(401);
    expect(await signIn(person.email, NEW)).toBe(200);
  });

  it.each([
    ['wrong', NEW, 'current_password', 'The current password is not correct'],
    ['', NEW, 'current_password', 'Current password is required'],
    [undefined, NEW, 'current_password', 'Current password is required'],
    [PASSWORD, '12345', 'new_password', 'Password must be at least 6 characters'],
    [PASSWORD, 'password', 'new_password', passwordWeak.one_word],
    [PASSWORD, 'abcdefg', 'new_password', passwordWeak.guessable],
    [PASSWORD, 'x'.repeat(257), 'new_password', 'Must be at most 256 characters'],
  ])('(%j to %j) is refused at %s', async (current, next, field, message) => {
    const person = await as(test, 'auditor');
    const session = test.caller(await aSession(test, person.id));
    const answer = await change(person, current, next);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'validation_failed', message, details: [{ field, message }] });
    expect((await session.attempt(api.auth.me)).status).toBe(200);
    expect(await signIn(person.email, PASSWORD)).toBe(200);
  });

  it('refuses an id, and changes no other user', async () => {
    const person = await as(test, 'technician');
    const body = { current_password: PASSWORD, new_password: NEW, id: admin.id };
    expect((await person.attempt(api.users.changePassword, { body })).status).toBe(400);
    expect(await signIn(admin.email, PASSWORD)).toBe(200);
  });

  it('is refused without a sign-in', async () => {
    expect((await change(test.caller(), PASSWORD, NEW)).status).toBe(401);
  });
});

describe('guessing the current password with somebody else’s session', () => {
  it('is delayed after five wrong passwords, even for the right one, and the trail has each wrong one', async () => {
    const own = await testApp({}, { RATE_LIMITS: 'on' });
    try {
      const person = await as(own, 'technician');
      for (let n = 0; n < 5; n += 1) expect((await change(person, `wrong-${n}`, NEW)).status).toBe(400);
      const sixth = await change(person, PASSWORD, NEW);
      expect([sixth.status, sixth.body.error]).toEqual([429, 'rate_limited']);
      expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
      const events = await own.deps.db
        .selectFrom('audit_events')
        .select(['actor_id', 'entity_id', 'after'])
        .where('action', '=', 'users.change_password_failed')
        .execute();
      expect(events).toEqual(Array(5).fill({ actor_id: person.id, entity_id: String(person.id), after: null }));
    } finally {
      await own.close();
    }
  });
});

describe('a password made of the person’s name or address', () => {
  const body = { name: 'Tess Volt', email: 'tess.volt@crew.example', role: 'technician' } as const;

  it.each(['TessVolt2026', 'volt.tess!1', 'Winter2026'])(
    '%s is refused wherever a password is set',
    async (password) => {
      const refused = { status: 400, body: { details: [{ field: 'password', message: passwordWeak.personal }] } };
      expect(await admin.attempt(api.users.create, { body: { ...body, password } })).toMatchObject(refused);
      const person = await as(test, 'technician', { name: 'Tess Volt' });
      const edit = { ...body, email: person.email, is_active: true, password };
      const edited = await admin.attempt(api.users.update, { params: { id: String(person.id) }, body: edit });
      expect(edited).toMatchObject(refused);
      const changed = await change(person, PASSWORD, password);
      expect(changed.body.details).toEqual([{ field: 'new_password', message: passwordWeak.personal }]);
    },
  );
});

/** A hundred passwords that attackers try first, all long enough for the form. */
const favourites = [
  ...['123456', 'password', '12345678', 'qwerty', '123456789', '1234567', 'dragon', 'baseball', 'abc123', 'football'],
  ...['monkey', 'letmein', '696969', 'shadow', 'master', '666666', 'qwertyuiop', '123321', 'mustang', '1234567890'],
  ...['michael', '654321', 'superman', '1qaz2wsx', '7777777', '121212', '000000', 'qazwsx', '123qwe', 'killer'],
  ...['trustno1', 'jordan', 'jennifer', 'zxcvbnm', 'asdfgh', 'hunter', 'buster', 'soccer', 'harley', 'batman'],
  ...['andrew', 'tigger', 'sunshine', 'iloveyou', '2000', 'charlie', 'robert', 'thomas', 'hockey', 'ranger'],
  ...['daniel', 'starwars', 'klaster', '112233', 'george', 'computer', 'michelle', 'jessica', 'pepper', '1111'],
  ...['zxcvbn', '555555', '11111111', '131313', 'freedom', '777777', 'pass', 'maggie', '159753', 'aaaaaa'],
  ...['ginger', 'princess', 'joshua', 'cheese', 'amanda', 'summer', 'love', 'ashley', 'nicole', 'chelsea'],
  ...['biteme', 'matthew', 'access', 'yankees', '987654321', 'dallas', 'austin', 'thunder', 'taylor', 'matrix'],
  ...[
    'welcome',
    'admin123',
    'password1',
    'qwerty123',
    'passw0rd',
    '111111',
    '123123',
    'welcome1',
    'secret',
    'letmein1',
  ],
].filter((password) => password.length >= 6);

describe('a password that is being typed', () => {
  const person = { name: 'Nora North', email: 'nora@crew.example' };
  const check = (body: object) => test.caller().attempt(api.auth.checkPassword, { body });

  it.each([
    ['lamp', 'Password must be at least 6 characters'],
    ['secret-12', passwordWeak.one_word],
    ['Orlando2026', passwordWeak.one_word],
    ['nora1234', passwordWeak.personal],
    ['83920174', passwordWeak.guessable],
    ['lights-on-at-seven', null],
  ])('%s: %s', async (password, problem) => {
    expect(await check({ password, ...person })).toMatchObject({ status: 200, body: { problem } });
  });

  it('is judged as the call that sets it judges it, and leaves no entry', async () => {
    const entries = async () => (await test.deps.db.selectFrom('audit_events').select('id').execute()).length;
    const before = await entries();
    const password = 'nora1234';
    const { problem } = (await check({ password, ...person })).body;
    expect(await entries()).toBe(before);
    const created = await admin.attempt(api.users.create, { body: { ...person, password } });
    expect(created.body.details).toEqual([{ field: 'password', message: problem }]);
  });

  it('says what an installation asks for', async () => {
    const strict = await testApp({}, { PASSWORD_MIN_LENGTH: '20' });
    try {
      const answer = await strict.caller().call(api.auth.checkPassword, { body: { password: 'lights-on-at-seven' } });
      expect(answer.problem).toBe('Password must be at least 20 characters');
    } finally {
      await strict.close();
    }
  });

  it.each([
    [{}, 'password', 'Password is required'],
    [{ password: '' }, 'password', 'Password is required'],
    [{ password: 'x'.repeat(257) }, 'password', 'Must be at most 256 characters'],
    [{ password: 'x', name: 7 }, 'name', 'Name must be text'],
    [{ password: 'x', email: 'x'.repeat(999) }, 'email', 'Must be at most 254 characters'],
    [{ password: 'x', token: 'x' }, 'token', 'Unknown field'],
  ])('%j is refused', async (body, field, message) => {
    expect(await check(body)).toMatchObject({ status: 400, body: { details: [{ field, message }] } });
  });
});

describe('common passwords', () => {
  it('are refused for a new account, and no account is created', async () => {
    expect(favourites.length).toBeGreaterThanOrEqual(95);
    const accepted = [];
    for (const password of favourites) {
      const body = { name: 'New', email: 'favourite@staff.example', password };
      const answer = await admin.attempt(api.users.create, { body });
      if (!answer.body.message?.startsWith('Too easy to guess: ')) accepted.push(password);
    }
    expect(accepted).toEqual([]);
    const taken = { name: 'New', email: 'favourite@staff.example', password: 'not-a-favourite-7' };
    expect((await admin.attempt(api.users.create, { body: taken })).status).toBe(201);
  });

  it.each(['password1', 'PASSWORD1', 'Password1'])('are refused in an edit: %s', async (password) => {
    const person = await as(test, 'technician');
    const body = { name: person.name, email: person.email, role: 'technician', is_active: true, password };
    const answer = await admin.attempt(api.users.update, { params: { id: String(person.id) }, body });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field: 'password', message: passwordWeak.one_word }]);
    expect(await signIn(person.email, PASSWORD)).toBe(200);
  });

  it('are refused for the first admin, whose link stays valid', async () => {
    const fresh = await testApp();
    try {
      const setup_token = (await prepareFirstAdmin(fresh.deps)) ?? '';
      const setUp = (password: string) =>
        fresh
          .caller()
          .attempt(api.auth.setup, { body: { setup_token, name: 'Olive', email: 'o@office.example', password } });
      const refused = await setUp('password');
      expect(refused.status).toBe(400);
      expect(refused.body.details).toEqual([{ field: 'password', message: passwordWeak.one_word }]);
      expect((await setUp('lights-on-at-seven')).status).toBe(201);
    } finally {
      await fresh.close();
    }
  });

  it('are refused for the first admin from the settings', async () => {
    const env = { ADMIN_EMAIL: 'o@office.example', ADMIN_PASSWORD: 'password' };
    const fresh = await testApp({}, env);
    try {
      await expect(prepareFirstAdmin(fresh.deps)).rejects.toThrow(passwordWeak.one_word);
      expect(await fresh.deps.db.selectFrom('users').select('id').execute()).toEqual([]);
    } finally {
      await fresh.close();
    }
  });
});
