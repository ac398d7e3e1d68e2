/** Code in the memory of a process, as Linux tells of it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listCode } from '../../src/node/list-code.js';

/** As Linux writes addresses: eight digits at least. */
const toHex = (address: number) => address.toString(16).padStart(8, '0');

const mapping = (line: string, anonymousKiB = 0) =>
  `${line}\nSize:               4096 kB\nRss:                1024 kB\nAnonymous:       ${anonymousKiB.toString().padStart(5)} kB\nVmFlags: rd ex mr mw me\n`;

it('lists code of files alone, without what somebody has written to and small libraries', () => {
  const smaps = [
    mapping('00400000-00c00000 r--p 00000000 fe:00 12 /usr/bin/node'),
    mapping('00c00000-02800000 r-xp 00800000 fe:00 12 /usr/bin/node'),
    mapping('02800000-02900000 rw-p 02400000 fe:00 12 /usr/bin/node'),
    mapping('7f0000000000-7f0000400000 r-xp 00000000 00:00 0 '),
    mapping('7f1000000000-7f1006800000 r-xp 00001000 fe:00 77 /usr/lib/x86_64-linux-gnu/lib LLVM.so.1'),
    mapping('7f2000000000-7f2000400000 r-xp 00001000 fe:00 78 /usr/lib/changed.so', 4),
    mapping('7f3000000000-7f30000ff000 r-xp 00001000 fe:00 79 /usr/lib/small.so'),
    mapping('7f4000000000-7f4000100000 rwxp 00001000 fe:00 80 /usr/lib/written.so'),
    mapping('7ffd1c9f2000-7ffd1cbf4000 r-xp 00000000 00:00 0                          [vdso]'),
  ].join('');
  expect(listCode(smaps)).toEqual([
    { start: 0xc00000, sizeBytes: 0x1c00000 },
    { start: 0x7f1000000000, sizeBytes: 0x6800000 },
  ]);
});

it.runIf(process.platform === 'linux')('finds the code of Node', () => {
  const smaps = readFileSync('/proc/self/smaps', 'utf8');
  const listed = listCode(smaps);
  expect(listed.length).toBeGreaterThan(0);
  for (const { start, sizeBytes } of listed) {
    expect(smaps).toContain(`${toHex(start)}-${toHex(start + sizeBytes)} r-xp`);
  }
});
