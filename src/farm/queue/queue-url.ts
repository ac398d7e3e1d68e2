/** The addresses of queues. */
import { InputError } from '../../errors.js';
import type { QueueKind } from './packages.js';

/** The name of the queue that needs no server: an embedded PostgreSQL, shared by this user's processes on this machine. */
export const LOCAL_QUEUE = 'local';

export interface QueueAddress {
  readonly kind: QueueKind;
  /** Includes user and password, if there are any; never shown. */
  readonly url: string;
}

const KINDS: Readonly<Record<string, QueueKind>> = {
  'redis:': 'redis',
  'rediss:': 'redis',
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
};

/** @throws InputError, which does not show what may be a password. */
export function parseQueueUrl(text: string): QueueAddress {
  if (text === LOCAL_QUEUE) return { kind: 'local', url: text };
  const kind = URL.canParse(text) ? KINDS[new URL(text).protocol] : undefined;
  if (kind) return { kind, url: text };
  throw new InputError('--queue: must be local, or an address that starts with redis://, rediss:// or postgresql://');
}

/** The address without what is secret. */
export function nameQueue({ kind, url }: QueueAddress): string {
  if (kind === 'local') return 'the local queue';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
