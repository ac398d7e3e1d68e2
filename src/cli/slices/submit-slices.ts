/** Hands the pictures of `tilecast slices` to a queue instead of drawing them. */
import { openInputs } from '../../node/index.js';
import { fail } from '../../recipe/parse/parse-options.js';
import { describeSlices } from '../farm/jobs/slice-jobs.js';
import { chooseQueue, type QueueChoice, Submission } from '../farm/submission.js';
import { refuseOverwriting } from '../outputs/refuse-overwriting.js';
import { requirePngName } from '../outputs/require-picture-name.js';
import { listPictures, sayBadInput } from '../render/frames/list-pictures.js';
import { checkPanel, checkSlices } from './check-slices.js';
import { type GivenSlices, parseSlices } from './slice-command-options.js';
import { startSliceReplay } from './slice-replay.js';

export async function submitSlices(given: GivenSlices): Promise<void> {
  const { queue, detach, collect, workers, output, within, adapter, software } = given;
  if (given.report !== undefined) fail('--report: is for pictures that are drawn here; leave out --queue');
  if (given.json) fail('--json: is for pictures that are drawn here; leave out --queue');
  if (given['time-limit'] !== undefined) {
    fail('--time-limit: is for pictures that are drawn here; tilecast worker has its own, for each job');
  }
  const pictures = listPictures(given);
  const choice = chooseQueue({ queue, detach, collect, workers, output, within, adapter, software });
  const submission = new Submission(choice, pictures.length);
  try {
    for (const picture of pictures) {
      if (submission.isStopped) break;
      if (pictures.length === 1) await submitPicture(picture, submission, choice);
      else await submitPicture(picture, submission, choice).catch(sayBadInput);
    }
    await submission.finish();
  } finally {
    await submission.close();
  }
}

async function submitPicture(named: GivenSlices, submission: Submission, { collect }: QueueChoice): Promise<void> {
  const replay = named.replay === undefined ? undefined : await startSliceReplay(named, named.replay);
  const given = replay?.given ?? named;
  const values = parseSlices(given);
  const { inputs: paths = [], mask: maskPath } = given;
  const { output } = values;
  if (paths.length === 0) fail('the input is missing: name a file');
  if (output === undefined) return fail('--output: name the PNG to write, such as -o qa.png');
  requirePngName(output);
  checkSlices(values);
  checkPanel(given, values);
  if (values.recipe === 'none') fail('--recipe none: is not for --queue, whose jobs are recipes');
  const inputs = await openInputs(paths, replay?.where);
  const [mask] = maskPath === undefined ? [] : await openInputs([maskPath], replay?.maskWhere);
  await refuseOverwriting(
    [output],
    [...inputs, ...(mask ? [mask] : [])].flatMap(({ files }) => files()),
  );
  await submission.addBatch(await describeSlices({ ...given, output }, inputs, mask, collect));
}
