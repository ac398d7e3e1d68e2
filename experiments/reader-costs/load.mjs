/** Loads a volume by a build of tilecast: `node load.mjs BUILD PATH`. */
const [build, path] = process.argv.slice(2);
const { readVolumeFile } = await import(build);
const { volume } = await readVolumeFile(path);
process.stdout.write(`${volume.sizes.join(' × ')}\n`);
