/**
 * Reads the text that a visitor typed into the form before hydration, so that the form starts with it. Empty on the server.
 * @param form the form's id
 * @param names the fields to read
 */
export function readEarlyInput<K extends string>(form: string, names: readonly K[]): Partial<Record<K, string>> {
  const found = typeof document === 'undefined' ? null : document.getElementById(form);
  if (!found || !(found instanceof HTMLFormElement)) return {};
  const values: Partial<Record<K, string>> = {};
  for (const name of names) {
    const field = found.elements.namedItem(name);
    if (field && 'value' in field && field.value) values[name] = String(field.value);
  }
  return values;
}
