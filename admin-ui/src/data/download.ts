// Passes a fetched file to the browser, which saves it under its name.

/** Long enough for the browser to have read it. */
const TAKEN = 60_000;

export function saveAs(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), TAKEN);
}
