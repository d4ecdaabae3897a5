import fastify from 'fastify';
import pg from 'pg';
import { createPasswords } from '#server/lib/passwords.ts';
import { productStatements, SOME_ID } from './statements.ts';

/**
 * The ceilings with which `npm run bench` compares the product: Fastify and pg do the same work on the same PostgreSQL, without
 * sessions, rules and checks. Runs as a process of its own.
 */
process.on('disconnect', () => process.exit());
const connection = JSON.parse(process.env.CONNECTION ?? '{}');
const pool = new pg.Pool({ ...connection, max: 12 });
const app = fastify();
const rows = async (name: string | undefined, text: string, values: unknown[]) =>
  (await pool.query({ ...(name ? { name } : {}), text, values })).rows;

app.get('/constant', async () => ({ ok: true }));

const SUMMARY = `select r.id, r.external_id, r.title, r.status, r.priority, r.service_type, r.assigned_to, u.name as technician,
  r.customer_name, r.customer_email, r.rating, r.created_at, r.updated_at, r.completed_at, r.version
  from requests r left join users u on u.id = r.assigned_to`;
const NEWEST = 'order by r.created_at desc, r.id desc limit 50';

app.get<{ Params: { id: string } }>('/track/:id', (request) =>
  rows(
    'track',
    `select id, external_id, title, status, priority, created_at, updated_at, completed_at,
      (select coalesce(json_agg(c), '[]') from (select status, changed_at as at from request_status_changes
        where request_id = requests.id order by id) as c) as timeline
      from requests where external_id = $1`,
    [request.params.id],
  ),
);
app.get<{ Querystring: { status: string } }>('/list', (request) =>
  rows('list', `${SUMMARY} where r.status = $1 ${NEWEST}`, [request.query.status]),
);
// The search gets no name, because a named search gets a generic plan that is a thousand times slower.
app.get<{ Querystring: { word: string } }>('/search', (request) =>
  rows(undefined, `${SUMMARY} where r.folded_text like search_fold($1) ${NEWEST}`, [`%${request.query.word}%`]),
);
app.post<{ Body: Record<string, string> }>('/create', (request) => {
  const body = request.body;
  const id = `REQ-${Math.random().toString(36).slice(2, 11).padEnd(9, '0')}-${Math.random().toString(36).slice(2, 7).padEnd(5, '0')}`;
  return rows(
    'create',
    `insert into requests (external_id, title, description, priority, customer_id, customer_name, customer_email,
      customer_phone, customer_address, created_at, updated_at)
     values ($1, $2, $3, 'medium', 1, $4, $5, $6, $7, now(), now()) returning external_id`,
    [
      id.toUpperCase(),
      body.title,
      body.description,
      body.customerName,
      body.customerEmail,
      body.customerPhone,
      body.customerAddress,
    ],
  );
});

// Without a time-out, because the statements run once when nothing is in PostgreSQL's memory yet.
const patient = new pg.Pool({ ...connection, statement_timeout: 0 });
const statements = await productStatements(patient);
await patient.end();
app.get<{ Params: { call: string }; Querystring: { id?: string } }>('/same/:call', ({ params, query }) => {
  const id = Number(query.id);
  return Promise.all(
    (statements[params.call] ?? []).map(({ name, text, values }) =>
      rows(
        name,
        text,
        values.map((value) => (value === SOME_ID ? id : value)),
      ),
    ),
  );
});

const passwords = await createPasswords();
const stored = await passwords.hash('a password');
app.post('/login', async () => ({ ok: await passwords.verify(stored, 'a password') }));

/** The least that live updates can be: each browser gets a fixed event when the database tells of a change. */
const browsers = new Set<NodeJS.WritableStream>();
app.get('/live', (request, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"type":"opened"}\n\n');
  browsers.add(reply.raw);
  request.raw.on('close', () => browsers.delete(reply.raw));
});
const listener = new pg.Client(connection);
await listener.connect();
listener.on('notification', () => {
  for (const browser of browsers) browser.write('data: {"type":"changed"}\n\n');
});
await listener.query('listen live');

await app.listen({ port: Number(process.env.PORT), host: 'localhost' });
process.send?.('ready');
