/** The text of `tilecast info` about a store. */
import type { StoreDescription } from '../../lab.js';
import { formatBytes, formatList } from './format-description.js';

const LABEL_WIDTH = 13;

export function formatStore(description: StoreDescription): string[] {
  const { file, format, type, isLabels, unit, levels, channels, times } = description;
  const rows: readonly (readonly [string, string])[] = [
    ['file', file],
    ['format', format],
    ['type', isLabels ? `${type}, labels` : type],
    ['unit', unit ?? 'none said'],
    ...levels.map(({ sizes, chunkSizes, memoryBytes, spacing, ranges, chunks, chunksThere }, index) => {
      const parts = [
        `${formatList(sizes, ' × ')} voxels`,
        `chunks of ${formatList(chunkSizes, ' × ')}`,
        `spacing ${formatList(spacing, ' × ')}`,
        formatBytes(memoryBytes),
        ...(ranges ? ['ranges of values'] : []),
        ...(chunksThere !== chunks ? [`${chunksThere} of ${chunks} chunks are there`] : []),
      ];
      return [`level ${index}`, parts.join(', ')] as const;
    }),
    ...(channels.length > 1
      ? channels.map(({ label, window }, index) => {
          const shown = window ? `, shown from ${formatList(window, ' to ')}` : '';
          return [`channel ${index}`, `${label}${shown}`] as const;
        })
      : []),
    ...(times > 1 ? [['times', String(times)] as const] : []),
  ];
  return rows.map(([label, value]) => label.padEnd(LABEL_WIDTH) + value);
}
