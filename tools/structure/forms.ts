import ts from 'typescript';
import { walk } from './transactions.ts';

/**
 * Checks that no form of the web forgets the question before its entries are lost: a file that makes one with `useForm` also calls a hook that
 * tells the dialog or the page around it what is unsaved. The hooks of an edit do that by themselves.
 */
const GUARDS = new Set(['useEditBase', 'useEditForm', 'useWholeForm', 'useTabForm', 'useUnsaved']);

/** Forms that nothing asks about, with the reason. */
const WITHOUT_GUARD: Readonly<Record<string, string>> = {
  'web/features/auth/form/useAuthForm.ts': 'a way in is entered anew in seconds',
  'web/features/contact/send/useContactForm.ts': 'its draft is kept in the tab',
  'web/features/mail/settings/TestMail.tsx': 'one address, which is filled in',
  'web/features/requests/submit/useRequestForm.ts': 'its draft is kept in the tab, or on this device',
};

const callsOf = (source: ts.SourceFile): ReadonlySet<string> => {
  const names = new Set<string>();
  walk(source, (node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) names.add(node.expression.text);
  });
  return names;
};

/** @returns one line for each source file of the web with a form that can be left without a question */
export function formProblems(sources: readonly ts.SourceFile[], without = WITHOUT_GUARD): string[] {
  const unguarded = sources
    .map((source) => ({ file: source.fileName, calls: callsOf(source) }))
    .filter(({ calls }) => calls.has('useForm') && [...calls].every((name) => !GUARDS.has(name)))
    .map(({ file }) => file);
  return [
    ...unguarded
      .filter((file) => !without[file])
      .map((file) => `${file}: a form that is left without a question; call useEditForm or useUnsaved`),
    ...Object.keys(without)
      .filter((file) => !unguarded.includes(file))
      .map((file) => `tools/structure/forms.ts: ${file} needs no exception any more`),
  ];
}
