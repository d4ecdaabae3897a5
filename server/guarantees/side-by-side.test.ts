import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { api } from '#contract/api.ts';
import { submission } from '../testing/factories.ts';
import { anInstallation, OFFICE } from '../testing/programs/installation.ts';
import { nextRelease } from '../testing/programs/next-release.ts';
import type { RunningApp } from '../testing/programs/process.ts';

let next: Awaited<ReturnType<typeof nextRelease>>;
beforeAll(async () => {
  next = await nextRelease();
});
afterAll(() => next.remove());

type Settings = Record<string, unknown>;

/** The office, which calls an instance and expects a success. */
function officeAt({ url }: RunningApp) {
  let token = '';
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.ok, text).toBe(true);
    return JSON.parse(text);
  };
  const read = async (): Promise<Settings> => (await ask('GET', api.settings.get.path)).settings;
  return {
    signIn: async () => {
      ({ token } = await ask('POST', api.auth.login.path, OFFICE));
    },
    read,
    async edit(fields: Settings) {
      const { updated_at: _, ...settings } = await read();
      await ask('PUT', api.settings.update.path, { ...settings, ...fields });
    },
    request: async () => (await ask('POST', api.requests.create.path, submission())).request as { external_id: string },
    find: async (id: string) => (await ask('GET', `${api.requests.list.path}?search=${id}`)).requests,
  };
}

/** What each of two releases shows that run on one database, once it knows what the other has stored. */
async function workTogether(today: RunningApp, other: RunningApp): Promise<void> {
  const [ours, theirs] = [officeAt(today), officeAt(other)];
  await ours.signIn();
  await theirs.signIn();
  await ours.edit({ license: 'EC13001234', tagline: 'From today' });
  await expect.poll(theirs.read).toMatchObject({ tagline: 'From today', next_motto: 'Lights on' });
  await theirs.edit({ next_motto: 'Poles up', name: 'From the next' });
  await expect.poll(ours.read).toMatchObject({ name: 'From the next', license: 'EC13001234' });
  await ours.edit({ tagline: 'Today again' });
  await expect.poll(theirs.read).toMatchObject({ tagline: 'Today again', next_motto: 'Poles up' });
  expect(await theirs.read()).not.toHaveProperty('license');
  expect(await ours.read()).not.toHaveProperty('next_motto');
  const { external_id } = await theirs.request();
  expect(await ours.find(external_id)).toHaveLength(1);
}

it.each(['this release', 'the next one'])('two releases run side by side: %s starts first', async (first) => {
  const installation = await anInstallation();
  onTestFinished(() => installation.remove());
  const startToday = () => installation.start();
  const startNext = () => installation.start({}, next.main);
  if (first === 'this release') {
    const today = await startToday();
    await workTogether(today, await startNext());
  } else {
    const other = await startNext();
    await workTogether(await startToday(), other);
  }
  // A start reads the row that the two have left.
  const again = officeAt(await startToday());
  await again.signIn();
  expect(await again.read()).toMatchObject({ license: 'EC13001234', tagline: 'Today again', name: 'From the next' });
});
