/** Transfer functions to JSON that people can read and change. */
import type { Color, TransferFunction } from './transfer-function.js';

/** The JSON that `parseTransfer` reads back as the same function, with one point per line. */
export function formatTransfer(transfer: TransferFunction): string {
  const colors = transfer.colors.map(({ value, color }) => ({ value, color: asBytes(color) ?? color }));
  const fields = Object.entries({ ...transfer, colors }).map(([key, value]) => {
    const isList = Array.isArray(value) && typeof value[0] === 'object';
    return `  "${key}": ${isList ? `[\n${value.map((point) => `    ${inOneLine(point)}`).join(',\n')}\n  ]` : inOneLine(value)}`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}

const inOneLine = (value: unknown) => JSON.stringify(value, null, 1).replace(/\n */g, ' ');

/** "#rrggbb" for a colour that it says exactly. */
function asBytes(color: Color): string | undefined {
  const isExact = color.every((channel) => Math.round(channel * 255) / 255 === channel);
  return isExact ? formatColor(color) : undefined;
}

/** The nearest "#rrggbb" of a colour from 0 to 1. */
export function formatColor(color: Color): string {
  return `#${color
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
