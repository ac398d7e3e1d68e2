/** `tilecast serve-local-queue`: the server that `--queue local` starts; not meant for users. */
import type { CommandModule } from 'yargs';
import { serveLocalQueue } from '../../../farm/index.js';

export const serveLocal: CommandModule = {
  command: 'serve-local-queue',
  describe: false,
  handler: async () => {
    await serveLocalQueue();
    // Connections that are left shall not keep it.
    process.exit();
  },
};
