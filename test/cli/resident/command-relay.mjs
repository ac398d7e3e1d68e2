/** A thread that hands command lines to the resident process, so that whoever asks can wait for the answer without an event loop. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';

const { main, port, answered } = workerData;
let child;

function start() {
  const path = join(import.meta.dirname, 'resident-commands.mjs');
  const started = fork(path, [main], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  started.on('message', answer);
  // A command that ends its process takes this one with it; the next one starts anew.
  started.on('exit', (status) => {
    child = undefined;
    answer({ status, stdout: Buffer.alloc(0), stderr: Buffer.from('the resident process ended\n') });
  });
  return started;
}

function answer(run) {
  port.postMessage(run);
  Atomics.store(answered, 0, 1);
  Atomics.notify(answered, 0);
}

port.on('message', (command) => {
  child ??= start();
  child.send(command);
});
