/** What a page consists of, without the ways to other pages. */
export const pageContent = () => document.getElementById('content');

/** Moves the focus to the page itself, when what had it is gone. */
export const focusPage = () => pageContent()?.focus({ preventScroll: true });

/**
 * Moves the focus from a button that is deleted with its row: to the same button of the next row, else of the one before, else
 * to the dialog or page around them.
 * @param button a button with `data-remove` in an `li`
 */
export function leaveRow(button: HTMLElement): void {
  const row = button.closest('li');
  const removal = (other: Element | null | undefined) => other?.querySelector<HTMLElement>('[data-remove]');
  const around = button.closest<HTMLElement>('[role="dialog"], #content');
  const next = removal(row?.nextElementSibling) ?? removal(row?.previousElementSibling) ?? around;
  next?.focus({ preventScroll: next === around });
}
