/** Hands frames in mapped memory to callers who need them only for a moment. */
import { InputError } from '../../errors.js';
import type { Frame, FrameInfo } from '../frame.js';
import type { ReadCall } from '../settings.js';
import { OUTPUT_NAMES, type OutputName } from './outputs.js';

/** Takes what it needs of a frame; its result is awaited. */
export type UseFrame<Output extends OutputName = OutputName> = (frame: Frame<Output>) => unknown;

/** Options of a call whose frame may be used where it is mapped. */
export interface MappedCall extends ReadCall {
  /** Called with the frame while its arrays are mapped. */
  readonly whileMapped?: UseFrame | undefined;
}

/** @throws InputError for what cannot be called, and for a frame that is not read. */
export function checkWhileMapped(whileMapped: unknown, target: unknown): void {
  if (whileMapped === undefined) return;
  if (typeof whileMapped !== 'function') throw new InputError('whileMapped must be a function');
  if (target !== undefined) throw new InputError('whileMapped is for frames that are read, not for those to a target');
}

/** Gives a frame to `whileMapped`, if there is one, and returns what is left of it then. @throws what `whileMapped` throws. */
export async function handOver(
  frame: Frame<OutputName>,
  { whileMapped }: MappedCall,
): Promise<Frame<OutputName> | FrameInfo> {
  if (!whileMapped) return frame;
  await whileMapped(frame);
  const kept = Object.entries(frame).filter(([name]) => !OUTPUT_NAMES.includes(name as OutputName));
  return Object.fromEntries(kept) as unknown as FrameInfo;
}
