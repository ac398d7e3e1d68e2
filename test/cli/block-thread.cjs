/**
 * Loaded before a command: in a watched process, keeps the thread busy for ever (BLOCK_AT) or ends the process (CRASH_AT) once a file
 * whose path holds the word is written and gets its name, or at the start.
 */
const { promises } = require('node:fs');

const { BLOCK_AT, CRASH_AT, TILECAST_WATCHED } = process.env;

if (TILECAST_WATCHED !== undefined) {
  const block = () => {
    for (;;);
  };
  const { rename } = promises;
  if (BLOCK_AT === 'start') setImmediate(block);
  promises.rename = (from, to) => {
    if (CRASH_AT && to.includes(CRASH_AT)) process.kill(process.pid, 'SIGSEGV');
    else if (BLOCK_AT && to.includes(BLOCK_AT)) block();
    return rename(from, to);
  };
}
