import ts from 'typescript';
import { walk } from './transactions.ts';

/**
 * Who uses which table. Each table has one owner, the only one that writes it. Who reads another feature's table depends on that feature as
 * if it imported it: such a read is part of the graph of features (tools/feature-graph.ts), which has no cycle.
 */

/** The tables of each feature, and those that every feature stands on (`db`). */
const OWNED: Readonly<Record<string, readonly string[]>> = {
  audit: ['audit_events', 'audit_seals', 'audit_unsealed', 'audit_verifications'],
  auth: ['account_links', 'ended_sessions', 'known_networks', 'sessions', 'setup_tokens'],
  backups: ['backup_runs', 'backup_settings'],
  contact: ['contact_messages'],
  customers: ['customers'],
  db: ['installation', 'migration_checksums', 'rate_limits', 'row_counts', 'row_counts_by_rows'],
  files: ['files'],
  idempotency: ['idempotency_keys'],
  keys: ['api_keys'],
  live: ['live_messages'],
  mail: ['mail_outbox', 'mail_settings'],
  notifications: ['notification_fanouts', 'notifications'],
  reports: [
    'monthly_report_readers',
    'monthly_reports',
    'request_figure_changes',
    'request_figures',
    'request_figures_zone',
    'request_service_figures',
  ],
  requests: [
    'held_requests',
    'refused_work',
    'request_assignments',
    'request_corrections',
    'request_evidence',
    'request_notes',
    'request_status_changes',
    'requests',
    'settled_held_requests',
    'unsigned_visits',
  ],
  settings: ['settings'],
  tracking: ['request_view_totals', 'request_views'],
  users: ['users'],
  views: ['table_choices', 'views'],
  'work-orders': ['work_order_links'],
};

/** Uses of another's table that break the rule, by file and table, with the reason. They are no part of the graph. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'server/db/copy/dump.ts files': 'a back-up has the files that the rows of the same moment name',
  'server/db/installation.ts files': 'a folder of files belongs to the database that knows them, which a start asks',
  'server/features/customers/customers.repo.ts requests':
    'a customer is made by a request, and shows their requests: figures and a history that nothing else reads',
  ...Object.fromEntries(
    ['request_figure_changes', 'request_figures', 'request_figures_zone'].map((table) => [
      `server/features/requests/requests.counts.repo.ts ${table}`,
      'a list has the number of requests of a period in the statement that reads them; reports, which keeps the figures, stands on requests',
    ]),
  ),
  'server/features/users/users.repo.ts sessions':
    'what a user may do and their sessions change in one step; auth, which opens sessions, stands on users',
};

/** A table that a piece of code names. */
type Named = { table: string; kind: 'reads' | 'writes' };
type TableUse = Named & { file: string; line: number };

const READ_CALLS =
  /^(selectFrom|from|using|table|(inner|left|right|full|cross)Join|(innerJoin|leftJoin|crossJoin)Lateral)$/;
const WRITE_CALLS = /^(insertInto|updateTable|deleteFrom|mergeInto)$/;
/** Where SQL names tables. After FROM there may be several: each with an alias, and a comma behind it. */
const WRITE_SQL = /\b(?:insert\s+into|merge\s+into|delete\s+from|update|truncate)\s+(?:only\s+)?(\w+)/gi;
const READ_SQL =
  /\b(?:(?<!delete\s+)from|join|using)\s+((?:only\s+)?\w+(?:\s+(?:as\s+)?\w+)?(?:\s*,\s*\w+(?:\s+(?:as\s+)?\w+)?)*)/gi;

const firstWord = (text: string) => /^\s*(?:only\s+)?(\w+)/i.exec(text)?.[1] ?? '';

/** The tables that a piece of SQL names, also one that is a part of a statement. */
function tablesInSql(text: string): Named[] {
  const written = [...text.matchAll(WRITE_SQL)].map(([, table = '']) => ({ table, kind: 'writes' }) as const);
  const read = [...text.matchAll(READ_SQL)].flatMap(([, items = '']) =>
    items.split(',').map((item) => ({ table: firstWord(item), kind: 'reads' }) as const),
  );
  return [...written, ...read];
}

/** The tables that a call of the query builder names: `selectFrom('users as u')`, `selectFrom(['users', 'sessions'])`. */
function tablesInCall(node: ts.CallExpression): Named[] {
  const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
  const name = called.getText();
  const kind = WRITE_CALLS.test(name) ? 'writes' : READ_CALLS.test(name) ? 'reads' : null;
  const [first] = node.arguments;
  if (!kind || !first) return [];
  const named = ts.isArrayLiteralExpression(first) ? [...first.elements] : [first];
  return named.filter(ts.isStringLiteralLike).map(({ text }) => ({ table: firstWord(text), kind }));
}

/** The tables that a function takes by name: `(table: 'users' | 'sessions') => ...`. */
function tablesInParameter({ name, type }: ts.ParameterDeclaration): Named[] {
  if (!type || name.getText() !== 'table') return [];
  const named = ts.isUnionTypeNode(type) ? [...type.types] : [type];
  return named.flatMap((one) =>
    ts.isLiteralTypeNode(one) && ts.isStringLiteral(one.literal) ? [{ table: one.literal.text, kind: 'reads' }] : [],
  );
}

/** The text of a template, with a mark for each value that is not known here. */
const textOf = (node: ts.TemplateExpression) =>
  [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ? ');

function tablesIn(node: ts.Node): Named[] {
  if (ts.isCallExpression(node)) return tablesInCall(node);
  if (ts.isParameter(node)) return tablesInParameter(node);
  if (ts.isTemplateExpression(node)) return tablesInSql(textOf(node));
  return ts.isStringLiteralLike(node) ? tablesInSql(node.text) : [];
}

/** Every table that a source file names. */
function usesIn(source: ts.SourceFile, tables: ReadonlySet<string>): TableUse[] {
  const uses: TableUse[] = [];
  walk(source, (node) => {
    const found = tablesIn(node);
    if (!found.length) return;
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    uses.push(
      ...found.filter(({ table }) => tables.has(table)).map((use) => ({ file: source.fileName, line, ...use })),
    );
  });
  return uses;
}

/** Whether a file may name tables: a repository, or the room of the database. An import rule keeps SQL out of all others. */
const namesTables = (file: string) => file.endsWith('.repo.ts') || file.startsWith('server/db/');

/** The feature that a file belongs to; `db` for what belongs to none. */
const roomOf = (file: string) => /^server\/features\/([^/]+)/.exec(file)?.[1] ?? 'db';

/** The names of all tables and views, from the row types that are made of the migrated database. */
export function tablesOf(rowTypes: ts.SourceFile): string[] {
  const database = rowTypes.statements.find(
    (one): one is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(one) && one.name.text === 'DB',
  );
  return (database?.members ?? []).flatMap(({ name }) => (name ? [name.getText(rowTypes)] : []));
}

type Rules = { owned: typeof OWNED; exceptions: typeof EXCEPTIONS };
const RULES: Rules = { owned: OWNED, exceptions: EXCEPTIONS };

/** Every use of a table that its owner does not make itself, without the exceptions. */
function foreignUses(sources: readonly ts.SourceFile[], { owned, exceptions }: Rules) {
  const owners = new Map(Object.entries(owned).flatMap(([owner, names]) => names.map((name) => [name, owner])));
  const tables = new Set(owners.keys());
  return sources
    .filter(({ fileName }) => namesTables(fileName))
    .flatMap((source) => usesIn(source, tables))
    .map((use) => ({ ...use, room: roomOf(use.file), owner: owners.get(use.table) ?? '' }))
    .filter(({ file, table, room, owner }) => room !== owner && !(`${file} ${table}` in exceptions));
}

/**
 * @param sources the server's files without tests
 * @param tables the names of all tables
 * @returns one line for each use of a table that breaks the rules, for each table without exactly one owner, and for each exception
 *   that nothing needs
 */
export function tableProblems(
  sources: readonly ts.SourceFile[],
  tables: readonly string[],
  rules: Rules = RULES,
): string[] {
  const owned = Object.values(rules.owned).flat();
  const unowned = [...new Set([...tables, ...owned])].flatMap((table) => {
    if (!tables.includes(table)) return [`${table} is no table, but has an owner in tools/structure/tables.ts`];
    const owners = owned.filter((one) => one === table).length;
    return owners === 1 ? [] : [`the table ${table} has ${owners} owners in tools/structure/tables.ts, not one`];
  });
  const all = foreignUses(sources, { ...rules, exceptions: {} });
  const unused = Object.keys(rules.exceptions)
    .filter((exception) => !all.some(({ file, table }) => `${file} ${table}` === exception))
    .map((exception) => `tools/structure/tables.ts: nothing needs the exception "${exception}"`);
  const refused = foreignUses(sources, rules).flatMap(({ file, line, table, kind, room, owner }) => {
    if (kind === 'writes') return [`${file}:${line}: writes ${table}, which only ${owner} writes`];
    return room === 'db' ? [`${file}:${line}: reads ${table} of ${owner}, and db knows no feature`] : [];
  });
  return [...unowned, ...unused, ...refused];
}

/**
 * The reads of other features' tables, as dependencies between files.
 * @param sources the server's repositories
 */
export function tableReads(sources: readonly ts.SourceFile[], rules: Rules = RULES) {
  return foreignUses(sources, rules)
    .filter(({ owner, room }) => owner !== 'db' && room !== 'db')
    .map(({ file, owner }) => ({ source: file, dependencies: [{ resolved: `server/features/${owner}` }] }));
}
