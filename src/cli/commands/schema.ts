/** `tilecast schema`: the form of recipes, for programs that write them. */
import type { CommandModule } from 'yargs';
import { fail } from '../../recipe/parse/parse-options.js';
import { recipeSchema } from '../../recipe/schema.js';
import { sliceRecipeSchema } from '../../recipe/slices/slice-schema.js';
import { printJson } from '../say.js';

const SCHEMAS = { render: recipeSchema, slices: sliceRecipeSchema } as const;

export const schema: CommandModule<object, { readonly of?: string | undefined }> = {
  command: 'schema [of]',
  describe: 'Print the JSON Schema of recipes, which --replay takes',
  builder: (yargs) =>
    yargs.positional('of', {
      type: 'string',
      defaultDescription: 'render',
      describe: 'The command whose recipes it describes: render or slices',
    }),
  handler: ({ of = 'render' }) => {
    const make = Object.hasOwn(SCHEMAS, of) ? SCHEMAS[of as keyof typeof SCHEMAS] : undefined;
    printJson(make?.() ?? fail(`${of}: has no recipes; name ${Object.keys(SCHEMAS).join(' or ')}`));
  },
};
