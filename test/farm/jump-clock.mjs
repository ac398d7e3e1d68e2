/** Loaded before the command line (`node --import`): the clock jumps by `JUMP_HOURS` after `JUMP_AFTER_MS`. */
const { JUMP_HOURS: hours, JUMP_AFTER_MS: afterMs } = process.env;
const { now } = Date;
let offsetMs = 0;
Date.now = () => now() + offsetMs;
setTimeout(() => {
  offsetMs = Number(hours) * 3_600_000;
}, Number(afterMs)).unref();
