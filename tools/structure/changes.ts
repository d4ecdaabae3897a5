import path from 'node:path';
import ts from 'typescript';
import { callbackOf, isCallOf, isVariable, walk } from './transactions.ts';

/**
 * Checks that every change has an event: every use case of a writing endpoint and every transaction must call `announce`,
 * directly or through functions of the feature, which are found by name. A single statement cannot announce an event, so each
 * function that sends one is on a list.
 */

/** Transactions that need no event, by file and function, with the reason. */
const WITHOUT_EVENT: Readonly<Record<string, string>> = {
  'server/features/audit/seal/seal.service.ts sealBatch': 'seals the entries of events that were announced before',
  'server/features/auth/auth.service.ts prepareFirstAdmin': 'makes a set-up link at the start; nobody has used it yet',
  'server/features/mail/mail.send.service.ts findPerson':
    'finds out whom a link is for that was announced as asked for',
  'server/features/mail/mail.send.service.ts withInvitationLink':
    'makes another link for an invitation that was announced, as was the correction of its address',
  'server/features/reports/reports.upkeep.service.ts alone': 'sums up changes of requests that were announced before',
  'server/features/reports/reports.upkeep.service.ts verifyFigures': 'compares, and writes nothing',
  'server/features/requests/held/submission.service.ts submitOnce': 'its callers announce what they store in it',
  'server/features/tracking/tracking.service.ts recordView': 'look-ups by customers, which change no request',
};

/** Functions that write by a single statement (`autocommit`), which announces nothing, by file and function, with the reason. */
const SINGLE_STATEMENTS: Readonly<Record<string, string>> = {
  'server/features/audit/verify/verifications.service.ts runVerification':
    'how far a verification is, whose start and end are announced',
  'server/features/auth/auth.links.service.ts purgeLinks': 'deletes what has expired',
  'server/features/auth/auth.service.ts purgeEndedSessions': 'deletes what has expired',
  'server/features/auth/auth.service.ts actorOf': 'when a session was last used',
  'server/features/auth/auth.service.ts rememberNetwork': 'from where a user signed in, which is announced by itself',
  'server/features/backups/backups.run.service.ts alive': 'that a back-up is being made, whose end is announced',
  'server/features/backups/backups.run.service.ts runBackup': 'begins a try of a back-up, whose end is announced',
  'server/features/files/files.integrity.service.ts noteDamage':
    'that a damaged file is whole again; damage is announced',
  'server/features/idempotency/idempotency.service.ts purgeKeys': 'deletes what has expired',
  'server/features/keys/keys.service.ts keyOf': 'when an API key was last used',
  'server/features/live/live.service.ts purgeMessages': 'deletes what has expired',
  'server/features/mail/mail.send.service.ts record': 'how a mail was sent, whose cause was announced',
  'server/features/mail/mail.send.service.ts openQueues': 'takes a mail that waits, whose cause was announced',
  'server/features/mail/mail.send.service.ts purgeMails': 'deletes what has expired',
  'server/features/notifications/notifications.service.ts fanOut': 'notifies of what was announced',
  'server/features/notifications/notifications.service.ts purgeNotifications': 'deletes what has expired',
  'server/features/requests/towns/towns.service.ts readTowns':
    'what an address says, which was announced when it was stored',
  'server/features/requests/held/held.service.ts expireHeld': 'deletes what has expired',
  'server/features/settings/settings.live.service.ts openSettings':
    'the details of a new installation, from its configuration',
  'server/features/system/system.jobs.ts systemJobs': 'deletes counters that have expired',
  'server/features/tracking/tracking.service.ts purgeViews': 'deletes what has expired',
  'server/features/users/users.service.ts renewHash': 'the hash of an unchanged password',
};

type Functions = ReadonlyMap<string, readonly ts.Node[]>;

/** The functions at the top level of source files, by their names. */
function functionsOf(sources: readonly ts.SourceFile[]): Functions {
  const found = new Map<string, ts.Node[]>();
  const add = (name: string, body: ts.Node) => found.set(name, [...(found.get(name) ?? []), body]);
  for (const source of sources) {
    for (const statement of source.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name) add(statement.name.text, statement);
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name) && initializer) add(name.text, initializer);
      }
    }
  }
  return found;
}

/** Whether a piece of code calls `announce`, directly or through the feature's functions that it names. */
function announces(code: ts.Node, functions: Functions, seen = new Set<ts.Node>()): boolean {
  if (seen.has(code)) return false;
  seen.add(code);
  let found = false;
  walk(code, (node) => {
    if (found || !isVariable(node)) return;
    const isCalled = ts.isCallExpression(node.parent) && node.parent.expression === node;
    found =
      (isCalled && node.text === 'announce') ||
      (functions.get(node.text) ?? []).some((next) => announces(next, functions, seen));
  });
  return found;
}

const functionAround = (node: ts.Node): string => {
  let name = '';
  for (let at: ts.Node | undefined = node; at; at = at.parent) {
    if (ts.isFunctionDeclaration(at) && at.name) name = at.name.text;
    if (ts.isVariableDeclaration(at) && ts.isIdentifier(at.name)) name = at.name.text;
  }
  return name;
};

type Endpoints = Readonly<Record<string, Readonly<Record<string, { method: string; asksOnly?: true }>>>>;

/**
 * @param sources the server's files without tests
 * @param api the contract's endpoints by feature and name
 * @returns one line for each change without an event
 */
export function changeProblems(sources: readonly ts.SourceFile[], api: Endpoints): string[] {
  const features = Map.groupBy(
    sources.filter(({ fileName }) => fileName.startsWith('server/features/')),
    ({ fileName }) => fileName.split('/')[2] ?? '',
  );
  const problems: string[] = [];
  const lineOf = (node: ts.Node) => node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
  for (const [feature, files] of features) {
    const functions = functionsOf(files);
    for (const source of files) {
      walk(source, (node) => {
        const work = callbackOf(node, 'transaction');
        const name = functionAround(node);
        if (!work || announces(work, functions) || `${source.fileName} ${name}` in WITHOUT_EVENT) return;
        problems.push(`${source.fileName}:${lineOf(node)}: ${name} runs a transaction that announces no event`);
      });
      walk(source, (node) => {
        const name = functionAround(node);
        if (!isCallOf(node, 'autocommit') || `${source.fileName} ${name}` in SINGLE_STATEMENTS) return;
        problems.push(`${source.fileName}:${lineOf(node)}: ${name} writes without an event and is not on the list`);
      });
    }
    const services = files.filter(({ fileName }) => path.basename(fileName).endsWith('.service.ts'));
    const useCases = functionsOf(services);
    for (const [name, { method, asksOnly }] of Object.entries(api[feature] ?? {})) {
      if (method === 'GET' || asksOnly) continue;
      if ((useCases.get(name) ?? []).some((code) => announces(code, functions))) continue;
      problems.push(`server/features/${feature}: ${feature}.${name} (${method}) announces no event`);
    }
  }
  return problems;
}
