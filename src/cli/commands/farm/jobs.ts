/** `tilecast jobs`: lists the jobs of a queue, retries and cancels them. */
import type { Argv, CommandModule } from 'yargs';
import { type ListedBatch, parseQueueUrl, Submitter } from '../../../farm/index.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { openFarmQueue } from '../../farm/open-farm-queue.js';
import { QUEUE_OPTION, requireQueue } from '../../farm/queue-options.js';
import { printJson, printLines, say } from '../../say.js';

const OPTIONS = {
  ...QUEUE_OPTION,
  json: { type: 'boolean', default: false, describe: 'Print JSON' },
} as const;

interface JobsArguments {
  readonly action?: string;
  readonly id?: string;
  readonly queue?: string;
  readonly json: boolean;
}

const ACTIONS = ['list', 'retry', 'cancel'] as const;

export const jobs: CommandModule<object, JobsArguments> = {
  command: 'jobs [action] [id]',
  describe: 'List the jobs of a queue, retry failed ones, or cancel them',
  builder: (yargs) =>
    yargs
      .positional('action', { type: 'string', describe: `${ACTIONS.join(', ')}; default: list` })
      .positional('id', { type: 'string', describe: 'The id that list prints for the jobs of a command' })
      .options(OPTIONS)
      .requiresArg(['queue']) as unknown as Argv<JobsArguments>,
  handler: jobsCommand,
};

async function jobsCommand({ action = 'list', id, queue: address, json }: JobsArguments): Promise<void> {
  if (!ACTIONS.some((known) => known === action)) fail(`${action}: is none of ${ACTIONS.join(', ')}`);
  if (action !== 'list' && id === undefined) fail(`${action}: name the jobs by their id, which tilecast jobs lists`);
  const queue = await openFarmQueue(parseQueueUrl(requireQueue(address)));
  try {
    const submitter = new Submitter(queue);
    const batches = await submitter.list();
    if (action === 'list') {
      if (json) printJson(batches);
      else printLines(batches.length > 0 ? batches.flatMap(describe) : [`${queue.name}: has no jobs`]);
      return;
    }
    if (!batches.some((batch) => batch.id === id)) fail(`${id}: there are no such jobs in ${queue.name}`);
    if (action === 'cancel') await submitter.withdraw(id!);
    else say(`${id}: ${await submitter.retry(id!)} jobs are tried again`);
  } finally {
    await queue.close();
  }
}

const FAILURES_SHOWN = 3;

function describe({ id, title, total, done, failed, state, end, failures }: ListedBatch): string[] {
  const reasons = [...new Set(failures.map(({ reason }) => reason))];
  const told = end && 'reason' in end && reasons.length === 0 ? [end.reason] : reasons;
  const ends =
    state === 'refused'
      ? 'refused'
      : end
        ? 'reason' in end
          ? 'failed'
          : 'done'
        : state === 'waiting-children'
          ? 'in work'
          : 'ending';
  return [
    `${id}  ${ends}  ${done + failed}/${total}${failed > 0 ? `, ${failed} failed` : ''}  ${title}`,
    ...told.slice(0, FAILURES_SHOWN).map((reason) => `  ${reason}`),
  ];
}
