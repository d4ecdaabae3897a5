import ts from 'typescript';
import { expect, it } from 'vitest';
import { formProblems } from './forms.ts';

const problemsOf = (code: string, without: Record<string, string> = {}) =>
  formProblems([ts.createSourceFile('planted.ts', code, ts.ScriptTarget.Latest, true)], without);

it('the structure check refuses a form that nothing asks about before it is left', () => {
  const problem = 'planted.ts: a form that is left without a question; call useEditForm or useUnsaved';
  expect(problemsOf('const form = useForm<Values>({ defaultValues });')).toEqual([problem]);
  expect(problemsOf("import { useUnsaved } from './unsaved.ts';\nconst form = useForm({});")).toEqual([problem]);
});

it.each(['useUnsaved(form.formState.isDirty);', 'const edit = useEditForm({ form });', 'useWholeForm({ form });'])(
  'the structure check accepts a form with its question: %s',
  (guard) => expect(problemsOf(`const form = useForm({});\n${guard}`)).toEqual([]),
);

it('the structure check accepts a form with a reason, and refuses a reason that nothing needs', () => {
  const without = { 'planted.ts': 'its draft is kept' };
  expect(problemsOf('useForm({});', without)).toEqual([]);
  expect(problemsOf('useState(0);', without)).toEqual([
    'tools/structure/forms.ts: planted.ts needs no exception any more',
  ]);
});
