/** Files and folders that are dropped on the viewer. */
import type { ViewerFile } from '../data/files/viewer-file.js';

/** Marks the element while files hover over it, and hands over those that are dropped. */
export function listenForDrops(
  element: HTMLElement,
  take: (files: readonly ViewerFile[]) => void,
  signal: AbortSignal,
): void {
  const listen = (name: 'dragover' | 'dragleave' | 'drop', handler: (event: DragEvent) => void) =>
    element.addEventListener(name, handler, { signal });
  listen('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    element.toggleAttribute('dropping', true);
  });
  listen('dragleave', () => element.toggleAttribute('dropping', false));
  listen('drop', (event) => {
    element.toggleAttribute('dropping', false);
    if (!event.dataTransfer) return;
    event.preventDefault();
    // Entries are only valid until the event ends.
    const entries = [...event.dataTransfer.items]
      .map((item) => item.webkitGetAsEntry())
      .filter((entry) => entry !== null);
    const loose = [...event.dataTransfer.files].map((file): ViewerFile => ({ name: file.name, source: file }));
    void (entries.length > 0 ? listEntries(entries) : Promise.resolve(loose)).then((files) => {
      if (files.length > 0) take(files);
    });
  });
}

async function listEntries(entries: readonly FileSystemEntry[]): Promise<ViewerFile[]> {
  const lists = await Promise.all(entries.map(listEntry));
  return lists.flat();
}

async function listEntry(entry: FileSystemEntry): Promise<ViewerFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ name: entry.fullPath.replace(/^\//, ''), source: file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: ViewerFile[] = [];
  // A reader gives some entries at a time, and none at the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return found;
    found.push(...(await listEntries(batch)));
  }
}
