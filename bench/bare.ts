import fastify from 'fastify';
import pg from 'pg';

/**
 * The minimal handler with which `npm run speed` compares the product: Fastify and pg do the same work on the same
 * PostgreSQL, with named statements but without sessions, rules and checks. Runs as a process of its own.
 */
const pool = new pg.Pool({ ...JSON.parse(process.env.CONNECTION ?? '{}'), max: 12 });
const app = fastify();
const rows = async (name: string, text: string, values: unknown[]) => (await pool.query({ name, text, values })).rows;

const SUMMARY = `select r.id, r.external_id, r.title, r.status, r.priority, r.service_type, r.assigned_to, u.name as technician,
  r.customer_name, r.customer_email, r.rating, r.created_at, r.updated_at, r.completed_at, r.version
  from requests r left join users u on u.id = r.assigned_to`;
const NEWEST = 'order by r.created_at desc, r.id desc limit 50';

app.get('/constant', async () => ({ ok: true }));
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
app.get<{ Querystring: { word: string } }>('/search', async (request) => {
  // The search gets no name, because a named search gets a generic plan that is a thousand times slower.
  const text = `${SUMMARY} where r.search_text like $1 ${NEWEST}`;
  return (await pool.query(text, [`%${request.query.word}%`])).rows;
});
app.get('/counts', () => rows('counts', 'select status, count(*)::int from requests group by status', []));
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
await app.listen({ port: Number(process.env.PORT), host: 'localhost' });
process.send?.('ready');
