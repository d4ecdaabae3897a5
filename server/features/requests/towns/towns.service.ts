import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { requests } from '#contract/requests.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import type { Log } from '#server/lib/log.ts';
import { root } from '#server/lib/root.ts';
import { chooseTown, type Places, readAddress } from './address.rules.ts';
import * as repo from './towns.repo.ts';
import type { ZipCodes } from './zip-codes.service.ts';

/** From the source, because a bundle holds one entry. */
const READER = path.join(root, 'server/features/requests/towns/zip-codes.service.ts');
/** So few that a server that writes one of these rows meanwhile hardly waits. */
const BATCH = 500;
/** In one run, so that other schedules go on, and that the table is vacuumed in between and doesn't double. */
const BATCHES = 10;

async function loadPlaces(): Promise<Places> {
  const reader = fork(READER, { env: {}, execArgv: [], serialization: 'advanced' });
  const ended = async (): Promise<never> => {
    const [code, killedBy] = await once(reader, 'exit');
    throw new Error(`the process that reads ZIP codes has ended (${killedBy ?? code})`);
  };
  const [{ towns, states }] = (await Promise.race([once(reader, 'message'), ended()])) as [ZipCodes];
  return {
    townOfZip: (zip) => towns.get(zip) ?? null,
    isTown: (name, state) => {
      const its = states.get(name);
      return its !== undefined && (state === null || its.includes(state));
    },
  };
}

let places: Promise<Places> | undefined;
/** Loaded for the first address that doesn't name its town clearly. A failure is tried again. */
const knownPlaces = () =>
  (places ??= loadPlaces().catch((error: unknown) => {
    places = undefined;
    throw error;
  }));

/** The town of a service address as lists and filters have it; blank when the address names none. */
async function readTown(address: string): Promise<string> {
  const read = readAddress(address);
  if (read.isSure && read.town !== null) return read.town;
  // Nothing in it could be looked up.
  if (read.town === null && read.zip === null && read.state === null) return '';
  return chooseTown(read, await knownPlaces()) ?? '';
}

/** The same; null when the towns could not be loaded. A job then reads it later: a request matters more than its town. */
export async function townOf({ log }: { log: Log }, address: string): Promise<string | null> {
  try {
    return await readTown(address);
  } catch (error) {
    log.error({ err: error }, 'the towns of ZIP codes could not be loaded');
    return null;
  }
}

/** Reads the towns of requests from before there were any, and of those that a server of the release before writes. */
export async function readTowns(deps: Deps, stopping: AbortSignal): Promise<void> {
  for (let batch = 0; batch < BATCHES && !stopping.aborted; batch += 1) {
    const unread = await repo.findUnread(deps.db, BATCH);
    const read = await Promise.all(unread.map(async (one) => ({ ...one, town: await readTown(one.address) })));
    // Where somebody writes all of them now, the next run goes on.
    if (!unread.length || (await deps.autocommit((tx) => repo.storeTowns(tx, read))) === 0) return;
  }
}

/** The towns of all requests by name, for the filter. */
export const towns: UseCase<typeof requests.towns> = async (deps) => ({ towns: await repo.listTowns(deps.db) });
