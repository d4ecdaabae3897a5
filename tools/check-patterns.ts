import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';

/**
 * Refuses regular expressions whose time grows faster than their text, in all code that a visitor's text can reach (threats
 * T53, T54): the contract, the server and the web. `scslre` analyses each pattern, so no attack has to be guessed. It cannot
 * analyse a pattern that is built at run time, so each file that builds one gives the reason here.
 */
const ROOMS = /^(contract|server|web)\/.*\.tsx?$/;
/** The files that build patterns at run time, with the reason why these cannot be slow. */
const MADE: Record<string, string> = {
  'server/lib/common-passwords.ts': 'one word of a list or another, letter by letter: nothing repeats',
};
const EXEMPT = /\.test(-d)?\.tsx?$|^server\/testing\//;

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => ROOMS.test(file) && !EXEMPT.test(file));
const problems: string[] = [];
let patterns = 0;

function judge(literal: ts.RegularExpressionLiteral): string[] {
  const end = literal.text.lastIndexOf('/');
  const { reports } = analyse({ source: literal.text.slice(1, end), flags: literal.text.slice(end + 1) });
  return reports.map(({ type, character, exponential }) => {
    const growth = exponential ? 'exponential' : 'quadratic';
    return `${literal.text} takes ${growth} time on many "${character.pick}" (${type})`;
  });
}

for (const file of files) {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest);
  const report = (node: ts.Node, problem: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    problems.push(`${file}:${line + 1}: ${problem}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      patterns += 1;
      for (const problem of judge(node)) report(node, problem);
    }
    const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isMade && !(file in MADE) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') {
      report(node, 'a pattern made while running cannot be checked: write it as a literal');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

for (const problem of problems) console.error(problem);
// Without any pattern, the check has read the wrong files.
if (patterns === 0) console.error('no pattern found');
console.log(`patterns: ${patterns} in ${files.length} files, ${problems.length} problems`);
process.exit(problems.length || patterns === 0 ? 1 : 0);
