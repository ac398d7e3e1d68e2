/** The browser's own dialogues for opening and saving files. */
import type { ViewerFile } from '../data/files/viewer-file.js';

/** Files that a person chose; none where they changed their mind. */
export function pickFiles(kind: 'files' | 'folder'): Promise<ViewerFile[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  if (kind === 'folder') input.webkitdirectory = true;
  return new Promise((resolve) => {
    input.addEventListener('cancel', () => resolve([]));
    input.addEventListener('change', () =>
      resolve([...(input.files ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, source: file }))),
    );
    input.click();
  });
}

/** Hands a file to the browser's downloads. */
export function downloadFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
