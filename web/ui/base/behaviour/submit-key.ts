import type { KeyboardEvent } from 'react';

/** Ctrl or Cmd and Enter in a text area presses the button that sends its form. A disabled button is not pressed. */
export function pressSubmit(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const isKey = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing;
  if (!isKey) return;
  event.preventDefault();
  const buttons = [...(event.currentTarget.form?.elements ?? [])].filter((one) => one instanceof HTMLButtonElement);
  buttons.find(({ type }) => type === 'submit')?.click();
}
