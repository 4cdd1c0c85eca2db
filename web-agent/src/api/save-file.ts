/** Some phones begin a download late; the address of the file must be valid until then. */
const VALID_MS = 10_000;

/** Starts the browser's download of a file of the page. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), VALID_MS);
}
