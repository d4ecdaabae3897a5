import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readIdFile, writeIdFile } from '#server/lib/id-file.ts';
import { aRequest } from '#server/testing/factories.ts';
import { aLog } from '#server/testing/log.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { databaseIdOf, InstallationMismatch, openInstallation } from './installation.ts';

const sheet = { name: 'a.csv', bytes: Buffer.from('a,b\n') };

let test: TestApp;
beforeEach(async () => {
  test = await testApp();
});
afterEach(() => test.close());

const inFolder = () => readIdFile(test.deps.installation.idFile);
const inDatabase = () => databaseIdOf(test.deps.db);
const forgetInFolder = () => rm(test.deps.installation.idFile);
const forgetInDatabase = () => test.deps.db.deleteFrom('installation').execute();
const forgetRows = () => test.deps.db.deleteFrom('files').execute();

function start(options: { created?: boolean; adopt?: string } = {}): Promise<string> {
  const { db, files: store, config, installation } = test.deps;
  return openInstallation(db, {
    folder: config.dataDir,
    idFile: installation.idFile,
    store,
    created: options.created ?? false,
    adopt: options.adopt,
    log: aLog().log,
  });
}

async function expectTheSame(id: string) {
  expect([await inFolder(), await inDatabase()]).toEqual([id, id]);
}

describe('the installation id', () => {
  it('is made once, and stored in the data folder and in the database', async () => {
    const { id } = test.deps.installation;
    await expectTheSame(id);
    expect(await start()).toBe(id);
  });

  it('is made for an older installation without an id', async () => {
    await aRequest(test, {}, [sheet]);
    await forgetInFolder();
    await forgetInDatabase();
    await expectTheSame(await start());
  });

  it('is copied from the database to a data folder without one: of another instance, or restored from a backup', async () => {
    const { id } = test.deps.installation;
    await forgetInFolder();
    expect(await start()).toBe(id);
    await expectTheSame(id);
    await aRequest(test, {}, [sheet]);
    await forgetInFolder();
    expect(await start()).toBe(id);
    await expectTheSame(id);
  });

  it('is copied from the folder to its own database when that is restored from an old backup without an id', async () => {
    const { id } = test.deps.installation;
    await aRequest(test, {}, [sheet]);
    await forgetInDatabase();
    expect(await start()).toBe(id);
    await expectTheSame(id);
  });
});

describe('a start with a database of another installation is refused, and the error says what to do', () => {
  async function expectRefused(options: { created?: boolean } = {}) {
    const before = await inFolder();
    await expect(start(options)).rejects.toThrow(InstallationMismatch);
    // A second start is refused too: the first one changed nothing.
    const refused = start();
    await expect(refused).rejects.toThrow(`ADOPT_DATABASE=${await inDatabase()}`);
    expect(await inFolder()).toBe(before);
    // The id of a third installation does not count as a decision.
    await expect(start({ adopt: randomUUID() })).rejects.toThrow(InstallationMismatch);
    const adopted = (await inDatabase()) ?? '';
    expect(await start({ adopt: adopted })).toBe(adopted);
    await expectTheSame(adopted);
    expect(await start()).toBe(adopted);
  }

  it('when both have an id', async () => {
    await writeIdFile(test.deps.installation.idFile, randomUUID());
    await expectRefused();
  });

  it('when the database is new and the folder has an id', async () => {
    await forgetInDatabase();
    await expectRefused({ created: true });
  });

  it('when the database knows none of the folder’s files, and neither has an id', async () => {
    await aRequest(test, {}, [sheet]);
    await forgetRows();
    await forgetInFolder();
    await forgetInDatabase();
    await expectRefused({ created: true });
  });

  it('when a database with an id knows none of the folder’s files', async () => {
    await aRequest(test, {}, [sheet]);
    await forgetRows();
    await forgetInFolder();
    await expectRefused();
  });
});
