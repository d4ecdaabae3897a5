/** Saves a file that the page has in memory, under its name, as if a link to it had been followed. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // The browser takes the file over after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
