/** The text that code of this process prints. */
import { vi } from 'vitest';

/** Runs `print`, and keeps what it writes to the stream from the terminal. @returns the text. */
export function captureOutput(stream: 'stdout' | 'stderr', print: () => void): string {
  const write = vi.spyOn(process[stream], 'write').mockReturnValue(true);
  try {
    print();
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
}
