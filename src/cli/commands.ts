/** The commands, each loaded when it is called. */
import type { CommandModule } from 'yargs';
import type { QuickCommand } from './arguments/parse-quickly.js';

export const COMMANDS: Readonly<Record<string, () => Promise<CommandModule & QuickCommand>>> = {
  render: async () => (await import('./commands/render.js')).render as CommandModule,
  slices: async () => (await import('./commands/slices.js')).slices as CommandModule,
  view: async () => (await import('./commands/view.js')).view as CommandModule,
  info: async () => (await import('./commands/info.js')).info as CommandModule,
  convert: async () => (await import('./commands/convert.js')).convert as CommandModule,
  intersect: async () => (await import('./commands/intersect.js')).intersect as CommandModule,
  measure: async () => (await import('./commands/measure.js')).measure as CommandModule,
  transfer: async () => (await import('./commands/transfer.js')).transfer,
  sweep: async () => (await import('./commands/sweep.js')).sweep as CommandModule,
  tune: async () => (await import('./commands/tune.js')).tune as CommandModule,
  schema: async () => (await import('./commands/schema.js')).schema,
  devices: async () => (await import('./commands/devices.js')).devices as CommandModule,
  serve: async () => (await import('./commands/serve.js')).serve as CommandModule,
  mcp: async () => (await import('./commands/mcp.js')).mcp as CommandModule,
  worker: async () => (await import('./commands/farm/worker.js')).worker as CommandModule,
  jobs: async () => (await import('./commands/farm/jobs.js')).jobs as CommandModule,
  'perform-jobs': async () => (await import('./commands/farm/perform-jobs.js')).performJobs as CommandModule,
  'serve-local-queue': async () => (await import('./commands/farm/serve-local-queue.js')).serveLocal,
};
