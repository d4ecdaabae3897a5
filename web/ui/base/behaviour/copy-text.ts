/**
 * Copies without a secure context: selects a hidden field and copies it. The field is placed beside the focused element,
 * so that it is inside a dialog that may be open, and the focus is given back.
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
 * Puts a text on the clipboard. Browsers offer `navigator.clipboard` on https and localhost only; an office that serves
 * the product over plain http in its own network gets the copy by selection.
 * @returns whether the text was copied
 */
export async function copyText(text: string): Promise<boolean> {
  // Undefined on plain http, although the types say otherwise.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // Permission was denied. The copy by selection needs none.
    }
  }
  return copyBySelection(text);
}
