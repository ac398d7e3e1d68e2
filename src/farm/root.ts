/** The data of a batch's root job, which anybody with access to the queue may have written. */
import { InputError } from '../errors.js';

/** A root job's data besides its task's. */
export interface RootData {
  readonly title: string;
  readonly group: string;
  readonly needs?: string;
  readonly total: number;
  readonly task: unknown;
  readonly cancelled?: boolean;
}

/** A part of the name of a queue, in which a colon means something else. */
const GROUP = /^[\w.-]{1,200}$/;

/** @throws InputError, which says what is wrong, for data that are no root's. */
export function checkRoot(data: unknown): RootData {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new InputError(`its data are ${data === null ? 'null' : describeKind(data)}, not those of a batch`);
  }
  const { title, group, needs, total, cancelled } = data as Record<string, unknown>;
  const wrong = (name: string, is: string) => new InputError(`its ${name} must be ${is}`);
  if (typeof title !== 'string') throw wrong('title', 'a text');
  if (typeof group !== 'string' || !GROUP.test(group)) throw wrong('group', 'a word of letters, digits, - and .');
  if (needs !== undefined && typeof needs !== 'string') throw wrong('needs', 'a text');
  if (!Number.isSafeInteger(total) || (total as number) < 0) throw wrong('total', 'a whole number from 0 on');
  if (cancelled !== undefined && typeof cancelled !== 'boolean') throw wrong('cancelled', 'true or false');
  return data as RootData;
}

const describeKind = (data: unknown) => (Array.isArray(data) ? 'a list' : `a ${typeof data}`);
