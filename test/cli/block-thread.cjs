/** Loaded before a command: keeps the thread of a watched process busy for ever, once it has made a file and gives it its name. */
const { promises } = require('node:fs');

if (process.env.TILECAST_WATCHED !== undefined && process.env.BLOCK_AT) {
  const block = () => {
    for (;;);
  };
  if (process.env.BLOCK_AT === 'start') setImmediate(block);
  else promises.rename = block;
}
