import { knownFiles } from '#server/db/installation.ts';
import type { Tx } from '#server/db/transaction.ts';
import * as contact from '../features/contact/contact.repo.ts';
import * as customers from '../features/customers/customers.repo.ts';
import * as files from '../features/files/files.repo.ts';
import * as notifications from '../features/notifications/notifications.repo.ts';
import { findDetail } from '../features/requests/detail/detail.repo.ts';
import * as notes from '../features/requests/detail/notes.repo.ts';
import * as held from '../features/requests/held/held.repo.ts';
import * as evidence from '../features/requests/requests.evidence.repo.ts';
import * as exports from '../features/requests/requests.export.repo.ts';
import * as history from '../features/requests/requests.history.repo.ts';
import * as lists from '../features/requests/requests.list.repo.ts';
import * as repo from '../features/requests/requests.repo.ts';
import * as towns from '../features/requests/towns/towns.repo.ts';
import * as tracking from '../features/tracking/tracking.repo.ts';
import { everything } from './request-filters.ts';

/** When the plans are made, and for how many requests. */
export const PLANNED_NOW = new Date('2026-06-01T12:00:00Z');
export const PLANNED_REQUESTS = 150_000;

/** Rows that the queries ask for. They exist when the queries run. */
export type Rows = {
  request: number;
  external_id: string;
  customer: number;
  technician: number;
  admin: number;
  file: string;
};
type Known = () => Rows;
type Query = [name: string, run: (db: Tx) => Promise<unknown>];

const firstMessages = { limit: 50, page: 1, preview: 200 } as const;
const firstPage = { limit: 50, page: 1 } as const;
const days = (n: number) => new Date(PLANNED_NOW.getTime() - n * 86_400_000);

/** Queries of one thing, or of a page. */
export const hotPages = (a: Known): Query[] => [
  ['one request', (db) => repo.findRequest(db, a().request, null)],
  ["a technician's own", (db) => repo.findRequest(db, a().request, a().technician)],
  ['a whole request', (db) => findDetail(db, a().request, null)],
  ["a technician's whole request", (db) => findDetail(db, a().request, a().technician)],
  ['a request locked for a change', (db) => repo.lockRequest(db, a().request, null)],
  ['a tracking ID', (db) => repo.findByTrackingId(db, a().external_id)],
  ['the notes', (db) => notes.notesOf(db, a().request).execute()],
  ['the history', (db) => history.historyOf(db, a().request).execute()],
  ['the evidence', (db) => evidence.evidenceOf(db, a().request).execute()],
  ['the visits without a signature', (db) => evidence.unsignedVisitsOf(db, a().request).execute()],
  ['the files', (db) => files.listFilesOf(db, a().request)],
  ['a file', (db) => files.findFile(db, a().file)],
  ['the held requests', (db) => held.listHeld(db, firstPage)],
  ['a held request', (db) => held.lock(db, 1)],
  ['the oldest held request', (db) => held.lockOldest(db, days(-1))],
  ['the files of held requests', (db) => files.listFilesOfHeld(db, [1, 2, 3])],
  ['the newest files', (db) => files.newestFiles(db, 20)],
  ['files in the order of their ids', (db) => files.filesAfter(db, a().file, 100)],
  ['which files are known', (db) => knownFiles(db, [a().file])],
  ['the towns', towns.listTowns],
  ['the requests whose town is not read', (db) => towns.findUnread(db, 500)],
  ["a technician's list", (db) => lists.listAssignedTo(db, a().technician, 500)],
  [
    "a leaving technician's open requests",
    (db) => repo.releaseAssignedTo(db, a().technician, { to: null, changedBy: a().admin, at: PLANNED_NOW }),
  ],
  ['the totals of look-ups', (db) => tracking.findTotals(db, a().request)],
  ['the newest look-ups', (db) => tracking.listRecent(db, a().request, 5)],
  ['the customers', (db) => customers.listCustomers(db, undefined, firstPage)],
  ['a search of customers', (db) => customers.listCustomers(db, 'customer-777', firstPage)],
  ['a search of customers by number', (db) => customers.listCustomers(db, '+1 407 555-0777', firstPage)],
  ['a search of customers by two words', (db) => customers.listCustomers(db, 'keiko customer-777', firstPage)],
  ['a search of customers by two letters', (db) => customers.listCustomers(db, 'zz', firstPage)],
  ['a search of many customers', (db) => customers.listCustomers(db, 'bulk', firstPage)],
  [
    'the newest requests of a page of customers',
    (db) =>
      customers.listHistories(
        db,
        Array.from({ length: 50 }, (_, n) => a().customer + n),
        { requests: 10, feedback: 100 },
      ),
  ],
  ['a customer', (db) => customers.findCustomer(db, a().customer)],
  [
    'the history of the big account',
    (db) => customers.listHistories(db, [a().customer], { requests: 200, feedback: 100 }),
  ],
  [
    'the figures of a page of customers',
    (db) =>
      customers.statsOf(
        db,
        Array.from({ length: 50 }, (_, n) => a().customer + 1 + n),
      ),
  ],
  ['the messages', (db) => contact.listMessages(db, {}, firstMessages)],
  ['the new messages', (db) => contact.listMessages(db, { status: 'new' }, firstMessages)],
  ['a search of messages', (db) => contact.listMessages(db, { search: 'visitor-777@' }, firstMessages)],
  ['a search of messages by number', (db) => contact.listMessages(db, { search: '689 555 0180' }, firstMessages)],
  ['a search of messages by two letters', (db) => contact.listMessages(db, { search: 'zz' }, firstMessages)],
  ['the notifications', (db) => notifications.listOf(db, a().admin, firstPage)],
];

const exported = { sort: 'created_desc', limit: 500, newest: PLANNED_REQUESTS, zone: 'America/New_York' } as const;
const half = { id: PLANNED_REQUESTS / 2, at: days(1_095).toISOString() };
/** Queries that count, or read many rows, each row in an index. */
export const hotCounts = (a: Known): Query[] => [
  ['the figures of the big account', (db) => customers.statsOf(db, [a().customer])],
  ['the requests that everyone has at hand', (db) => repo.listAssignees(db, days(1))],
  ["a technician's open requests", (db) => repo.countOpenOf(db, a().technician)],
  ['the versions of many requests', (db) => repo.findTrackingIds(db, [a().request, a().request + 1])],
  ['an export', (db) => exports.findNext(db, everything, { ...exported, behind: null })],
  [
    'an export of a town',
    (db) => exports.findNext(db, { ...everything, town: 'Sanford' }, { ...exported, behind: half }),
  ],
  ['an export from half its way on', (db) => exports.findNext(db, everything, { ...exported, behind: half })],
  [
    'an export of completed requests, oldest first',
    (db) =>
      exports.findNext(db, { ...everything, status: 'completed' }, { ...exported, sort: 'created_asc', behind: half }),
  ],
  ['the customers', (db) => customers.countMatching(db, undefined)],
  ['a search of customers', (db) => customers.countMatching(db, 'customer-777')],
  ['a search of customers by number', (db) => customers.countMatching(db, '4075550777')],
  ['the messages', (db) => contact.countByStatus(db)],
  ['the new messages', (db) => contact.countMatching(db, { status: 'new' })],
  ['a search of messages', (db) => contact.countMatching(db, { search: 'visitor-777@' })],
  ['a search of messages by number', (db) => contact.countMatching(db, { search: '689-555-0180' })],
  ['the notifications', (db) => notifications.countAll(db, a().admin)],
  ['the unread notifications', (db) => notifications.countUnread(db, a().admin)],
];
