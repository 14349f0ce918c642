/** Hands a file that was made here to the browser's downloads. */
export function saveFile(fileName: string, parts: readonly BlobPart[], type = 'text/csv'): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // A phone asks before it takes the file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
