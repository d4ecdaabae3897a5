/** Saves a file that the page has in memory, under a name, as if a link to it had been followed. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes the file over after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
