import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import pLimit from 'p-limit';
import { paths } from '#contract/words/paths.ts';
import type { ContactMessages, Files } from '#server/db/database.ts';
import type { NewRow, Writer } from '#server/db/transaction.ts';
import { readAddress } from '#server/features/requests/towns/address.rules.ts';
import type { FileStore } from '#server/lib/file-store.ts';
import type { FilePlan } from './evidence.ts';
import { writeHistory } from './history.ts';
import { type Member, staff } from './people.ts';
import { createPictures, drawSignature, type Picture } from './photos.ts';
import { writeTrail } from './trail.ts';
import type { RequestPlan, Year } from './year.ts';

type FileRow = Omit<NewRow<Files>, 'request_id' | 'uploaded_by'>;
/** The rows of the stored files by their id, without ids that the database assigns later. */
export type StoredFiles = Map<string, FileRow>;

const AT_ONCE = 4;
/** The most rows of one statement, because PostgreSQL accepts at most 65,535 parameters. */
const ROWS = 1_000;

/** Draws and stores the year's files. When the function resolves, every byte is durable. */
export async function storeFiles(year: Year, files: FileStore, pictureWidth: number): Promise<StoredFiles> {
  const picture = createPictures(pictureWidth);
  const signatures = new Map<string, Promise<Picture>>();
  const signature = (name: string) => {
    const drawn = signatures.get(name) ?? drawSignature(name);
    signatures.set(name, drawn);
    return drawn;
  };
  const contentOf = async ({ content }: FilePlan): Promise<{ type: string; bytes: Buffer; thumbnail?: Buffer }> => {
    if ('document' in content) return content.document;
    if ('picture' in content) return { type: 'image/jpeg', ...(await picture(content.picture)) };
    return { type: 'image/png', ...(await signature(content.signature)) };
  };
  const stored: StoredFiles = new Map();
  const limit = pLimit(AT_ONCE);
  const store = async (plan: FilePlan) => {
    const { type, bytes, thumbnail } = await contentOf(plan);
    await files.put(plan.id, bytes);
    if (thumbnail) await files.put(`${plan.id}.thumbnail`, thumbnail);
    stored.set(plan.id, {
      id: plan.id,
      kind: plan.kind,
      file_name: plan.name,
      file_type: type,
      file_size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      has_thumbnail: thumbnail !== undefined,
      created_at: plan.at,
      damaged_at: null,
      refused_work_id: null,
      held_request_id: null,
    });
  };
  await Promise.all(year.requests.flatMap((request) => request.files.map((plan) => limit(store, plan))));
  return stored;
}

async function inParts<T>(rows: readonly T[], insert: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS) await insert(rows.slice(start, start + ROWS));
}

/** Finds the ids of rows by the names that the story uses for them. */
function lookUp(rows: readonly (readonly [name: string, id: number])[]): (name: string) => number {
  const ids = new Map(rows);
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`${name} was not inserted`);
    return id;
  };
}

async function writeStaff(tx: Writer, hashes: ReadonlyMap<Member, string>, since: Date) {
  const rows = staff.map(({ weight: _weight, ...member }) => member);
  const inserted = await tx
    .insertInto('users')
    .values(
      rows.map((row, index) => {
        const member = staff[index];
        const password_hash = member && hashes.get(member);
        if (!password_hash) throw new Error(`${row.email} has no password`);
        return { ...row, password_hash, created_at: since, updated_at: since, changed_by: null, deleted_at: null };
      }),
    )
    .returning(['id', 'email'])
    .execute();
  return lookUp(inserted.map(({ email, id }) => [email, id]));
}

async function writeCustomers(tx: Writer, year: Year) {
  const rows = year.customers.map(({ kind: _kind, contact: _contact, weight: _weight, ...row }) => row);
  const inserted = await tx.insertInto('customers').values(rows).returning(['id', 'email']).execute();
  return lookUp(inserted.map(({ email, id }) => [email, id]));
}

const requestRow = (plan: RequestPlan, userId: (email: string) => number, customerId: (email: string) => number) => ({
  external_id: plan.external_id,
  title: plan.title,
  description: plan.description,
  status: plan.status,
  priority: plan.priority,
  service_type: plan.service_type,
  assigned_to: plan.technician && userId(plan.technician.email),
  first_assigned_at: plan.story.find(({ technician }) => technician)?.at ?? null,
  customer_id: customerId(plan.customer.email),
  customer_name: plan.customer.name,
  customer_email: plan.customer.email,
  customer_phone: plan.customer.phone,
  customer_address: plan.customer.address,
  town: readAddress(plan.customer.address).town,
  payment_address: plan.customer.payment_address,
  customer_notes: plan.customer_notes,
  rating: plan.rating,
  created_at: plan.created_at,
  updated_at: plan.updated_at,
  completed_at: plan.completed_at,
  contact_message_id: null,
  changed_by: null,
  last_change: null,
});

/** Writes the totals of the look-ups, which the product stores separately. */
const writeViewTotals = (tx: Writer) =>
  sql`
    insert into request_view_totals
    select request_id, count(*), count(distinct ip_address),
      count(*) filter (where device_type = 'mobile'), count(*) filter (where device_type = 'tablet'),
      count(*) filter (where device_type = 'desktop'), count(*) filter (where device_type = 'unknown'),
      min(tracked_at), max(tracked_at)
    from request_views group by request_id
  `.execute(tx);

/** How much a notification about a request matters, as the product decides it. */
const matters = ({ priority }: RequestPlan) => (priority === 'urgent' ? 'high' : priority);

/** Notifies the office about the newest requests, and technicians about their open work. */
async function writeNotifications(
  tx: Writer,
  year: Year,
  requestId: (externalId: string) => number,
  userId: (email: string) => number,
): Promise<void> {
  const office = staff.filter(({ role, is_active }) => role === 'admin' && is_active);
  const newest = [...year.requests].sort((a, b) => b.created_at.getTime() - a.created_at.getTime()).slice(0, 40);
  const rows = newest.flatMap((plan) => {
    const id = requestId(plan.external_id);
    const shared = { created_at: plan.created_at, is_read: plan.status !== 'pending' };
    const forOffice = office.map(({ email }) => ({
      ...shared,
      user_id: userId(email),
      type: 'service_request' as const,
      title: plan.priority === 'urgent' ? 'New emergency request' : 'New service request',
      message: `${plan.customer.name}: ${plan.title}`,
      priority: matters(plan),
      link: paths.adminDashboard({ requestId: id }),
    }));
    if (!plan.technician) return forOffice;
    const forTechnician = {
      ...shared,
      is_read: plan.status !== 'assigned',
      user_id: userId(plan.technician.email),
      type: 'service_request' as const,
      title: 'New work order',
      message: `${plan.external_id}: ${plan.title}`,
      priority: matters(plan),
      link: paths.technicianDashboard({ requestId: id }),
    };
    return [...forOffice, forTechnician];
  });
  await inParts(rows, (part) => tx.insertInto('notifications').values(part).execute());
}

/** Writes the whole year inside the caller's transaction. */
export async function writeYear(
  tx: Writer,
  year: Year,
  given: { hashes: ReadonlyMap<Member, string>; stored: StoredFiles; since: Date; now: Date; auditKey: Buffer },
): Promise<void> {
  const userId = await writeStaff(tx, given.hashes, given.since);
  const customerId = await writeCustomers(tx, year);
  const inserted: { id: number; external_id: string }[] = [];
  await inParts(
    year.requests.map((plan) => requestRow(plan, userId, customerId)),
    async (rows) =>
      inserted.push(...(await tx.insertInto('requests').values(rows).returning(['id', 'external_id']).execute())),
  );
  const requestId = lookUp(inserted.map(({ external_id, id }) => [external_id, id]));
  const byMember = (member: Member | null) => member && userId(member.email);
  const told = year.requests.flatMap((plan) =>
    plan.story.map((happening) => ({ ...happening, request_id: requestId(plan.external_id) })),
  );
  await inParts(
    told.flatMap(({ request_id, status, by, at }) =>
      status ? [{ request_id, status, changed_by: byMember(by), changed_at: at, since: null }] : [],
    ),
    (rows) => tx.insertInto('request_status_changes').values(rows).execute(),
  );
  await inParts(
    told.flatMap(({ request_id, note, by, at }) =>
      note && by ? [{ request_id, author_id: userId(by.email), body: note, created_at: at }] : [],
    ),
    (rows) => tx.insertInto('request_notes').values(rows).execute(),
  );
  const fileRows = year.requests.flatMap((plan) =>
    plan.files.map(({ id, by }) => {
      const row = given.stored.get(id);
      if (!row) throw new Error(`file ${id} was not stored`);
      return { ...row, request_id: requestId(plan.external_id), uploaded_by: byMember(by) };
    }),
  );
  await inParts(fileRows, (rows) => tx.insertInto('files').values(rows).execute());
  const numbers = inserted.map(({ id }) => id);
  await writeHistory(tx, { from: Math.min(...numbers), to: Math.max(...numbers) });
  const views = year.requests.flatMap((plan) =>
    plan.views.map(({ device, ip, at }) => ({
      request_id: requestId(plan.external_id),
      device_type: device,
      ip_address: ip,
      tracked_at: at,
    })),
  );
  await inParts(views, (rows) => tx.insertInto('request_views').values(rows).execute());
  await writeViewTotals(tx);
  const messages: Selectable<ContactMessages>[] = [];
  await inParts(year.contacts, async (rows) =>
    messages.push(...(await tx.insertInto('contact_messages').values(rows).returningAll().execute())),
  );
  await writeNotifications(tx, year, requestId, userId);
  const ids = { user: userId, request: requestId };
  await writeTrail(tx, year, { ids, messages, ...given });
}
