/** Stands for another process, which removes the frames that wait for an animation once this one has listed them. */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const { readdir, rm } = fs;
fs.readdir = async (path, ...rest) => {
  const names = await readdir(path, ...rest);
  if (String(path).endsWith('.frames')) await rm(path, { recursive: true });
  return names;
};
syncBuiltinESMExports();
