/** Holds random pictures to the laws. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { createRandom } from '../camera/random.js';
import { runCli } from '../cli/run-cli.js';
import { INPUTS, makeInput } from './inputs.js';
import { LAWS, type Law, type LawCase, type Studio } from './laws.js';
import { makeOptions } from './options.js';
import { writeInput } from './write-input.js';

export interface LawCount {
  tried: number;
  /** Commands that the options were refused by. */
  refused: number;
  violated: number;
}

export interface LawReport {
  readonly renders: number;
  readonly counts: ReadonlyMap<string, LawCount>;
  readonly violations: readonly string[];
}

const SIZE = ['--size', '36x28', '--software'];

/**
 * @param renders about how many pictures are made.
 * @param folder for files.
 * @param say what is told of each violation.
 */
export function checkLaws(
  seed: number,
  renders: number,
  folder: string,
  say: (line: string) => void,
  { laws = LAWS, only = '' }: { readonly laws?: readonly Law[]; readonly only?: string | undefined } = {},
): LawReport {
  const counts = new Map(laws.map(({ name }) => [name, { tried: 0, refused: 0, violated: 0 }]));
  const violations: string[] = [];
  const names = Object.keys(INPUTS);
  let [made, number] = [0, 0];
  const commands: string[] = [];
  const run = (args: readonly string[]): Uint8Array | undefined => {
    made++;
    const out = args.includes('-o') ? args[args.indexOf('-o') + 1]! : join(folder, 'out.png');
    const all = ['render', ...args, ...(args.includes('-o') ? [] : ['-o', out])];
    commands.push(`tilecast ${all.join(' ')}`);
    const { status, stderr } = runCli(all);
    if (status === 2) return undefined;
    if (status !== 0) throw new Error(`exit code ${status}: ${stderr.trim()}`);
    const frame = args.includes('--frames') ? args[args.indexOf('--frames') + 1]!.split('-')[0]! : '';
    return PNG.sync.read(readFileSync(out.replace('%04d', frame.padStart(4, '0')))).data;
  };
  // Laws that render nothing end too.
  while (made < renders && number < renders) {
    number++;
    const random = createRandom(1_000_003 * seed + number);
    const name = names[Math.floor(names.length * random())]!;
    const input = makeInput(name, 1 + Math.floor(1e6 * random()));
    const one: LawCase = { input, options: makeOptions(input, random) };
    const applying = laws.filter((law) => law.is(one) && law.name.includes(only));
    if (applying.length === 0) continue;
    const law = applying[Math.floor(applying.length * random())]!;
    const count = counts.get(law.name)!;
    commands.length = 0;
    let written = 0;
    const studio: Studio = {
      file: (file) => join(folder, `${seed}-${number}-${file}`),
      renderArguments: (args) => run(args),
      render: (shown, more = []) =>
        run([...writeInput(shown.input, folder, `${seed}-${number}-${written++}`), ...shown.options, ...more, ...SIZE]),
    };
    const problem = tryLaw(law, one, studio, random);
    if (problem === 'refused') count.refused++;
    else count.tried++;
    if (problem === undefined || problem === 'refused') continue;
    count.violated++;
    violations.push(`${law.name}: ${name}, seed ${seed}, case ${number}: ${problem}`);
    say([violations.at(-1)!, ...commands].join('\n  '));
  }
  return { renders: made, counts, violations };
}

/** What is wrong; `refused` where the options cannot be had together. */
function tryLaw(law: Law, one: LawCase, studio: Studio, random: () => number): string | undefined {
  try {
    const [expected, found] = law.pair(one, studio, random);
    if (!expected || !found) return 'refused';
    const edges = (law.edges ?? 0) * (one.input.name === 'labels' || one.input.mask ? 2 : 1);
    return compare(expected, found, law.most, edges);
  } catch (error) {
    return (error as Error).message;
  }
}

function compare(expected: Uint8Array, found: Uint8Array, most: number, edges: number): string | undefined {
  if (expected.length !== found.length) return `${found.length / 4} pixels instead of ${expected.length / 4}`;
  const differences = Array.from({ length: expected.length / 4 }, (_, pixel) =>
    Math.max(...[0, 1, 2, 3].map((channel) => Math.abs(expected[4 * pixel + channel]! - found[4 * pixel + channel]!))),
  );
  const beyond = differences.filter((difference) => difference > most);
  if (beyond.length <= edges * differences.length) return undefined;
  return `${beyond.length} of ${differences.length} pixels differ, by up to ${Math.max(...beyond)} of 255, which may be ${most}`;
}
