/**
 * CPU time of the choices for one file in a process that has just begun, as the command line makes them, in milliseconds of user and system:
 * `npx tsx experiments/first-pictures/cold-choices.ts FILE`.
 */
import { defaultAppearance, fitPoints, shownPoints, volumeView } from 'tilecast';
import { loadVolume } from 'tilecast/node';

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('names a file of a volume');
const volume = await loadVolume(path);

let last = process.cpuUsage();
const passed = () => {
  const { user, system } = process.cpuUsage(last);
  last = process.cpuUsage();
  return (user + system) / 1000;
};

passed();
const { transfer, mask, kind } = defaultAppearance(volume);
const appearance = passed();
const points = shownPoints({ volume, transfer, ...(mask && { mask }) });
const shown = passed();
fitPoints(points, volumeView(volume), { aspect: 1 });
const fit = passed();
const sum = appearance + shown + fit;
const ms = [appearance, shown, fit, sum].map((time) => time.toFixed(1));
console.log(`${kind}: appearance ${ms[0]}, visible points ${ms[1]}, fit ${ms[2]}, sum ${ms[3]} ms`);
