/** Loads the packages of queues, which are installed only by those who use one. */
import { InputError } from '../../errors.js';
import { isMissingModule } from '../../node/index.js';

/** The npm packages that each kind of queue takes. */
const QUEUE_PACKAGES = {
  redis: ['bullmq', 'ioredis'],
  postgres: ['bullmq', 'pg'],
  local: ['bullmq', 'pg', '@electric-sql/pglite'],
} as const;

export type QueueKind = keyof typeof QUEUE_PACKAGES;

/** @throws InputError that says what to install, where one of the packages is missing. */
export async function loadPackage<Module>(kind: QueueKind, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw isMissingModule(cause) ? missingPackages(kind, cause) : cause;
  }
}

const missingPackages = (kind: QueueKind, cause: unknown) =>
  new InputError(
    `npm packages for ${kind === 'local' ? 'a local queue' : `a queue on ${kind}`} are not installed; ` +
      `npm install ${QUEUE_PACKAGES[kind].join(' ')} brings them`,
    { cause },
  );
