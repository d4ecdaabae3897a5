import ts from 'typescript';

/** The rules of transactions (server/db/transaction.ts) that the compiler cannot check. */

const WRITE_CALLS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'forUpdate', 'forShare']);
const WRITE_SQL = /\b(insert\s+into|update\s+\w+\s+set|delete\s+from|truncate|pg_notify|for\s+(?:update|share))\b/i;

type Callback = ts.ArrowFunction | ts.FunctionExpression;
const isCallback = (node: ts.Node | undefined): node is Callback =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** Calls `visit` for a node and all of its descendants. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** Whether a node calls `deps.<method>(...)` or `<method>(...)` with an argument. */
export function isCallOf(node: ts.Node, method: 'transaction' | 'autocommit'): node is ts.CallExpression {
  if (!ts.isCallExpression(node) || node.arguments.length === 0) return false;
  const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
  return called.getText() === method;
}

/** The callback of `deps.<method>(callback)` or `<method>(callback)`, when this node is such a call. */
export function callbackOf(node: ts.Node, method: 'transaction' | 'autocommit'): Callback | undefined {
  if (!isCallOf(node, method)) return undefined;
  const [first] = node.arguments;
  return isCallback(first) ? first : undefined;
}

const namesOf = (parameters: readonly ts.ParameterDeclaration[]) => parameters.map(({ name }) => name.getText());

/** Whether an identifier is a variable, and not the name of a property. */
export const isVariable = (node: ts.Node): node is ts.Identifier =>
  ts.isIdentifier(node) &&
  !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) &&
  !(ts.isPropertyAssignment(node.parent) && node.parent.name === node);

function readsByDatabase(source: ts.SourceFile, line: (node: ts.Node) => string): string[] {
  const problems: string[] = [];
  walk(source, (node) => {
    if (!ts.isFunctionLike(node)) return;
    if (!node.parameters.some(({ type }) => type?.getText() === 'Database')) return;
    walk(node, (inner) => {
      const isWriteCall = ts.isPropertyAccessExpression(inner) && WRITE_CALLS.has(inner.name.text);
      const isWriteSql =
        ts.isTaggedTemplateExpression(inner) &&
        inner.tag.getText() === 'sql' &&
        WRITE_SQL.test(inner.template.getText());
      if (isWriteCall || isWriteSql) problems.push(`${line(inner)}: writes or locks with a Database; take a Tx`);
    });
  });
  return problems;
}

/** @returns one line for each place in a source file of the server that breaks a rule of transactions */
export function transactionProblems(source: ts.SourceFile): string[] {
  const line = (node: ts.Node) =>
    `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
  const problems = readsByDatabase(source, line);
  walk(source, (node) => {
    const work = callbackOf(node, 'transaction');
    if (!work && isCallOf(node, 'transaction')) {
      problems.push(`${line(node)}: the work of a transaction is written in place, so that it can be checked`);
    }
    if (work && !namesOf(work.parameters).includes('deps')) {
      walk(work.body, (inner) => {
        if (isVariable(inner) && inner.text === 'deps') {
          problems.push(`${line(inner)}: uses the deps outside the transaction; take its own: (tx, deps) => ...`);
        }
      });
    }
    const statement = callbackOf(node, 'autocommit');
    if (statement && !ts.isCallExpression(statement.body)) {
      problems.push(`${line(statement)}: autocommit runs one statement; several are a transaction`);
    }
  });
  return problems;
}
