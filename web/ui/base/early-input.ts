/**
 * What people have typed into the fields of these names before the page's script arrived, so that a form can start from
 * it instead of emptying it. Nothing on the server.
 * @param form the form's id
 */
export function readTyped<K extends string>(form: string, names: readonly K[]): Partial<Record<K, string>> {
  const found = typeof document === 'undefined' ? null : document.getElementById(form);
  if (!found || !(found instanceof HTMLFormElement)) return {};
  const typed: Partial<Record<K, string>> = {};
  for (const name of names) {
    const field = found.elements.namedItem(name);
    if (field && 'value' in field && field.value) typed[name] = String(field.value);
  }
  return typed;
}
