/**
 * Loaded before the command line (`node --import`): lets the n-th call that writes, or that asks something of the device,
 * fail, as on a full disk or a device that is lost. `FAIL_KIND` is write or device, `FAIL_AT` is n, with `FAIL_ON` all after it
 * fail too, and the file `FAIL_LOG` is made where it came to that.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { FAIL_KIND: kind, FAIL_AT: at, FAIL_ON: goesOn, FAIL_LOG: log } = process.env;
const writeLog = fs.writeFileSync;
let calls = 0;

/** Whether this call is the one; only files that the walk is about count. */
function isIt() {
  calls += 1;
  if (calls < Number(at) || (calls > Number(at) && !goesOn)) return false;
  writeLog(log, 'failed');
  return true;
}

function full(name) {
  return Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), {
    code: 'ENOSPC',
    errno: -28,
    syscall: name,
  });
}

function failWrites() {
  const { promises } = fs;
  const failing = (name, isWrite) => {
    const original = promises[name];
    promises[name] = async (...args) => {
      if (isWrite(...args) && isIt()) throw full(name);
      return original.apply(promises, args);
    };
  };
  for (const name of ['rename', 'mkdir', 'writeFile', 'mkdtemp']) failing(name, () => true);
  failing('open', (_, flags) => typeof flags === 'string' && flags !== 'r');
  const { open } = promises;
  let isPatched = false;
  promises.open = async (...args) => {
    const file = await open.apply(promises, args);
    if (!isPatched) {
      isPatched = true;
      const prototype = Object.getPrototypeOf(file);
      for (const name of ['write', 'close', 'chmod']) {
        const original = prototype[name];
        prototype[name] = async function (...rest) {
          // A close that fails has closed all the same; those of files that are read do not count.
          const counts = name !== 'close' || this.isWritten;
          if (name === 'write') this.isWritten = true;
          if (counts && isIt()) {
            if (name === 'close') await original.apply(this, rest);
            throw full(name);
          }
          return original.apply(this, rest);
        };
      }
    }
    return file;
  };
  syncBuiltinESMExports();
}

async function failDevice() {
  const { globals } = await import('webgpu');
  const patch = (owner, name, fail) => {
    const original = globals[owner].prototype[name];
    globals[owner].prototype[name] = function (...args) {
      return isIt() ? fail.call(this, original, args) : original.apply(this, args);
    };
  };
  for (const name of ['createBuffer', 'createTexture', 'createComputePipelineAsync']) {
    patch('GPUDevice', name, function (original, args) {
      this.destroy();
      return original.apply(this, args);
    });
  }
  patch('GPUBuffer', 'mapAsync', () => Promise.reject(new Error('the device is lost')));
}

if (kind === 'write') failWrites();
if (kind === 'device') await failDevice();
