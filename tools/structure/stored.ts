import ts from 'typescript';
import { walk } from './transactions.ts';

const recentChanges = 'written by a trigger alone; an entry of an unknown field is met by no edit';

/**
 * JSON in a row outlives the release that stored it. Each JSON column says here how it is read when another release stored it, and
 * no code parses one with a schema by itself, which would refuse the rows of another release (server/lib/stored/stored-json.ts).
 */
const READ: Readonly<Record<string, string>> = {
  'audit_events.after': 'presented as it is, field by field',
  'audit_events.before': 'presented as it is, field by field',
  'audit_events.erased': 'erasedOf in birth.rules.ts; what is unknown proves nothing',
  'audit_verifications.verdict': 'readVerdict in verifications.rules.ts',
  'idempotency_keys.answer': 'readAnswer in idempotency.service.ts, filled from the answer of today',
  'mail_outbox.content': 'contentOf in mail.messages.service.ts; what is missing has no default, and fails the mail',
  'backup_settings.recent_changes': recentChanges,
  'contact_messages.recent_changes': recentChanges,
  'mail_settings.recent_changes': recentChanges,
  'requests.recent_changes': recentChanges,
  'settings.recent_changes': recentChanges,
  'users.recent_changes': recentChanges,
  'views.recent_changes': recentChanges,
  'settings.details': 'businessDetails in settings.live.service.ts',
};

/** The JSON columns, as `table.column`, from the row types. */
export function jsonColumnsOf(rowTypes: ts.SourceFile): string[] {
  const interfaces = new Map(
    rowTypes.statements.filter(ts.isInterfaceDeclaration).map((one) => [one.name.text, one] as const),
  );
  return (interfaces.get('DB')?.members ?? []).flatMap((table) => {
    if (!ts.isPropertySignature(table) || !table.type) return [];
    const columns = interfaces.get(table.type.getText(rowTypes))?.members ?? [];
    return columns
      .filter((column) => ts.isPropertySignature(column) && /\bJson\b/.test(column.type?.getText(rowTypes) ?? ''))
      .map((column) => `${table.name.getText(rowTypes)}.${column.name?.getText(rowTypes)}`);
  });
}

const PARSES = /^(safeParse|parse)(Async)?$/;

/** Whether an argument reads one of the columns: `row.details`. */
const readsColumn = (argument: ts.Expression, columns: ReadonlySet<string>) =>
  ts.isPropertyAccessExpression(argument) && columns.has(argument.name.text);

/**
 * @param sources the server's files without tests
 * @param columns the JSON columns as `table.column`
 * @returns a line for each JSON column that nobody decided about, and for each strict read of one
 */
export function storedProblems(sources: readonly ts.SourceFile[], columns: readonly string[], read = READ): string[] {
  const undecided = columns
    .filter((column) => !Object.hasOwn(read, column))
    .map(
      (column) => `the JSON column ${column} does not say in tools/structure/stored.ts how another release's is read`,
    );
  const gone = Object.keys(read)
    .filter((column) => !columns.includes(column))
    .map((column) => `${column} is no JSON column, but stands in tools/structure/stored.ts`);
  const names = new Set(columns.map((column) => column.slice(column.indexOf('.') + 1)));
  const strict = sources.flatMap((source) => {
    const lines: string[] = [];
    walk(source, (node) => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
      if (!PARSES.test(node.expression.name.text) || !node.arguments.some((one) => readsColumn(one, names))) return;
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      lines.push(`${source.fileName}:${line}: parses stored JSON strictly; readStoredJson reads that of every release`);
    });
    return lines;
  });
  return [...undecided, ...gone, ...strict];
}
