/**
 * The old way, which needs no secure context: a field off the screen, selected and copied. It stands beside what has the
 * focus, so that it is inside the dialog that may be open, and gives the focus back.
 */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.setAttribute('aria-hidden', 'true');
  Object.assign(area.style, { position: 'fixed', insetBlockStart: '0', opacity: '0' });
  (focused?.parentElement ?? document.body).append(area);
  area.focus({ preventScroll: true });
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

/**
 * Puts a text on the clipboard. Browsers have `navigator.clipboard` on https and localhost only; an office that serves the
 * product over plain http in its own network gets the old way.
 * @returns whether it is there
 */
export async function copyText(text: string): Promise<boolean> {
  // On plain http the browser has none, whatever the types say.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // Not permitted: the old way asks nobody.
    }
  }
  return copyBySelection(text);
}
