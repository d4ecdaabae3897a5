// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are parts of files, and some have templates
/** A defect that somebody could make, and the tests that should notice it. */
export type Mutant = {
  file: string;
  /** A text that stands once in the file. */
  from: string;
  to: string;
  /** What the defect would do. */
  does: string;
  tests: readonly string[];
};

const LOCKS = ['server/guarantees/locks.test.ts'];
const RETENTION = ['server/guarantees/retention.test.ts'];
const REPEATS = ['server/guarantees/repeats.test.ts'];
const FILES = ['server/lib/syncs.test.ts', 'server/lib/durable.test.ts', 'server/lib/line-file.test.ts'];
const SEAL = ['server/features/audit/seal', 'server/features/audit/verify'];

const without = (file: string, from: string, does: string, tests: readonly string[], to = ''): Mutant => ({
  file,
  from,
  to,
  does,
  tests,
});

/** What types and rules don't decide, and what only shows later or at the same moment: locks, SQL, jobs, and the disk. */
export const mutants: readonly Mutant[] = [
  without(
    'server/features/users/users.repo.ts',
    ".where('role', 'in', assignableRoles)\n    .forShare()",
    'lets somebody be deactivated while they are given a request',
    LOCKS,
    ".where('role', 'in', assignableRoles)",
  ),
  without(
    'server/features/users/users.repo.ts',
    "\n    .orderBy('id')\n    .forNoKeyUpdate();",
    'lets two admins remove each other',
    [...LOCKS, 'server/guarantees/races.test.ts'],
    "\n    .orderBy('id');",
  ),
  without(
    'server/features/users/users.repo.ts',
    ".where('email', '=', email)\n    .where('deleted_at', 'is', null)\n    .forShare()",
    'lets a session begin with a password that is being changed',
    LOCKS,
    ".where('email', '=', email)\n    .where('deleted_at', 'is', null)",
  ),
  without(
    'server/features/users/users.repo.ts',
    ".where('user_id', '=', userId).forUpdate()",
    'lets a write end after its session',
    LOCKS,
    ".where('user_id', '=', userId)",
  ),
  without(
    'server/features/auth/auth.repo.ts',
    '.forKeyShare().skipLocked()',
    'lets a session end under a write',
    LOCKS,
    '.skipLocked()',
  ),
  without(
    'server/features/contact/contact.repo.ts',
    ".where('id', '=', id)\n    .forUpdate()",
    'loses one of two edits of a message',
    LOCKS,
    ".where('id', '=', id)",
  ),
  without(
    'server/features/contact/contact.repo.ts',
    ".where('id', '=', id).forKeyShare()",
    'lets a message be deleted while a request is made of it',
    LOCKS,
    ".where('id', '=', id)",
  ),
  without(
    'server/features/requests/requests.repo.ts',
    "'recent_changes'])\n    .where('id', '=', id)\n    .forUpdate();",
    'loses one of two edits of a request',
    LOCKS,
    "'recent_changes'])\n    .where('id', '=', id);",
  ),
  without(
    'server/features/requests/requests.repo.ts',
    "        .orderBy('id')\n        .forUpdate(),",
    'gives away a request that is being completed',
    ['server/features/users/users.races.test.ts'],
    "        .orderBy('id'),",
  ),
  without(
    'server/features/requests/held/held.repo.ts',
    ".where('id', '=', id).forUpdate()",
    'lets a held request be accepted and deleted',
    LOCKS,
    ".where('id', '=', id)",
  ),
  without(
    'server/features/keys/keys.repo.ts',
    ".where('id', '=', id)\n    .forUpdate()",
    'lets a key be ended twice',
    LOCKS,
    ".where('id', '=', id)",
  ),
  without(
    'server/features/settings/settings.repo.ts',
    '.selectAll().forUpdate()',
    'loses one of two changes of the settings',
    LOCKS,
    '.selectAll()',
  ),
  without(
    'server/features/backups/backups.repo.ts',
    '.selectAll().forUpdate()',
    'loses one of two changes of the backup settings',
    LOCKS,
    '.selectAll()',
  ),
  without(
    'server/features/mail/mail.repo.ts',
    '.selectAll().forUpdate()',
    'loses one of two changes of the mail settings',
    LOCKS,
    '.selectAll()',
  ),
  without(
    'server/features/mail/mail.outbox.repo.ts',
    '        .forUpdate()\n        .skipLocked(),',
    'lets two instances send one email',
    ['server/features/mail'],
    '        ,',
  ),
  without(
    'server/features/notifications/notifications.repo.ts',
    'order by id limit 1 for update skip locked',
    'notifies somebody twice',
    ['server/features/notifications', 'server/guarantees/notifications.kill.test.ts'],
    'order by id limit 1',
  ),
  without(
    'server/features/tracking/tracking.repo.ts',
    '  await sql`select pg_advisory_xact_lock(${advisoryLocks.views})`.execute(tx);\n',
    'counts an address twice as new',
    ['server/features/tracking'],
  ),
  without(
    'server/features/idempotency/idempotency.repo.ts',
    'where(sql<boolean>`not (${isFresh})`).execute()',
    'deletes the keys of today',
    [...RETENTION, ...REPEATS],
    'where(sql<boolean>`(${isFresh})`).execute()',
  ),
  without(
    'server/features/idempotency/idempotency.repo.ts',
    "interval '1 day'",
    'forgets a key after an hour',
    [...RETENTION, ...REPEATS],
    "interval '1 hour'",
  ),
  without(
    'server/features/idempotency/idempotency.repo.ts',
    '      where not (${isFresh})\n',
    'lets a repeated call do its work twice',
    REPEATS,
  ),
  without(
    'server/features/auth/auth.repo.ts',
    ".where('ended_at', '<', before)",
    'forgets the sessions that ended last',
    RETENTION,
    ".where('ended_at', '>', before)",
  ),
  without(
    'server/features/auth/auth.repo.ts',
    ".where('expires_at', '<', now)",
    'ends every session',
    ['server/features/auth'],
    ".where('expires_at', '>', now)",
  ),
  without(
    'server/features/mail/mail.outbox.repo.ts',
    ".where('created_at', '<', before).where('state', '!=', 'waiting')",
    'deletes emails that wait',
    RETENTION,
    ".where('created_at', '<', before)",
  ),
  without(
    'server/features/notifications/notifications.repo.ts',
    "inOrder(tx).where('created_at', '<', before)",
    'deletes the newest notices',
    RETENTION,
    "inOrder(tx).where('created_at', '>', before)",
  ),
  without(
    'server/features/requests/held/held.repo.ts',
    ".where('created_at', '<', before)\n",
    'deletes what was held today',
    [...RETENTION, 'server/features/requests/held'],
    '\n',
  ),
  without(
    'server/features/files/files.sweep.service.ts',
    'deps.now().getTime() - UNFINISHED_MS',
    'deletes uploads that are under way',
    [...RETENTION, 'server/features/files'],
    'deps.now().getTime() + UNFINISHED_MS',
  ),
  without(
    'server/features/files/files.sweep.service.ts',
    '!known.has(id) && day < oldest',
    'erases files that have a row',
    ['server/features/files'],
    'day < oldest',
  ),
  without(
    'server/features/live/live.service.ts',
    'deps.now().getTime() - KEPT_MS',
    'deletes messages that browsers still need',
    RETENTION,
    'deps.now().getTime() + KEPT_MS',
  ),
  without(
    'server/features/tracking/tracking.service.ts',
    'deps.now().getTime() - KEPT_MS',
    'deletes all look-ups',
    RETENTION,
    'deps.now().getTime() + KEPT_MS',
  ),
  without('server/lib/durable.ts', '    await handle.sync();\n', 'loses a name in a power cut', FILES),
  without(
    'server/lib/durable.ts',
    '  await rename(from, to);\n  await syncFolder(path.dirname(to));',
    'loses a new name in a power cut',
    FILES,
    '  await rename(from, to);',
  ),
  without(
    'server/lib/durable.ts',
    'mode: 0o600, flush: true',
    'loses the content of a file in a power cut',
    FILES,
    'mode: 0o600',
  ),
  without('server/lib/line-file.ts', '        await handle.sync();\n', 'loses a checkpoint in a power cut', FILES),
  without('server/backup/stored.ts', '    await answered(handle.sync());\n', 'loses part of a backup in a power cut', [
    'server/backup',
  ]),
  without(
    'server/db/embedded/server-settings.ts',
    "fsync: 'on'",
    'loses what was acknowledged in a power cut',
    ['server/db/embedded'],
    "fsync: 'off'",
  ),
  without(
    'server/features/audit/seal/birth.rules.ts',
    '    entry.call_id,\n',
    'leaves the id of the call out of the birth',
    SEAL,
  ),
  without(
    'server/features/audit/seal/birth.rules.ts',
    '    ...shapes,\n',
    'takes an emptied content for a missing one',
    SEAL,
  ),
  without(
    'server/features/audit/seal/seal.rules.ts',
    '    entry.user_agent,\n  ]',
    'leaves the browser out of the seal',
    SEAL,
    '  ]',
  ),
  without(
    'server/features/audit/trail/trail.repo.ts',
    'isAsBorn(mac, row) && ',
    'does not look at what came back',
    SEAL,
  ),
  without(
    'server/features/audit/trail/trail.reactions.ts',
    '  tx.afterCommit(() => deps.written.remember(births));\n',
    'forgets what was written',
    SEAL,
  ),
];
