/** `tilecast schema`: the form of recipes, for programs that write them. */
import type { CommandModule } from 'yargs';
import { recipeSchema } from '../../recipe/schema.js';
import { printJson } from '../say.js';

export const schema: CommandModule = {
  command: 'schema',
  describe: 'Print the JSON Schema of recipes, which render --replay takes',
  handler: () => printJson(recipeSchema()),
};
