/** Tables of options, as texts and as values. */
import type { Option } from './option.js';
import type { OptionType } from './option-types.js';

/** Options by their names. */
export type OptionTable = Readonly<Record<string, Option>>;

type Once<Row> = Row extends { readonly type: OptionType<infer Value> } ? Value : never;
type TextOf<Row> = Row extends { readonly type: { readonly isSwitch: true } } ? boolean : string;
type Repeated<Row, Value> = Row extends { readonly repeatable: true } ? readonly Value[] : Value;

/** The value of an option; of one that is repeatable, a list. */
export type RowValue<Row> = Repeated<Row, Once<Row>>;

/** Options as they are written, on the command line or in a recipe: texts, and whether switches are on. */
export type TableTexts<Table> = {
  readonly [Name in keyof Table]?: Repeated<Table[Name], TextOf<Table[Name]>> | undefined;
};

/** The names of the options that have a default. */
export type DefaultedName<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly default: string | boolean } ? Name : never;
}[keyof Table];

/** Options as they are meant: those with a default always have a value. */
export type TableValues<Table> = { readonly [Name in DefaultedName<Table>]: RowValue<Table[Name]> } & {
  readonly [Name in Exclude<keyof Table, DefaultedName<Table>>]?: RowValue<Table[Name]> | undefined;
};

export type TableDefaults<Table> = {
  readonly [Name in DefaultedName<Table>]: NonNullable<TableTexts<Table>[Name]>;
};

/** The texts in force where none are given. */
export const defaultTexts = <Table extends OptionTable>(table: Table) =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, option]) => (option.default === undefined ? [] : [[name, option.default]])),
  ) as TableDefaults<Table>;

/**
 * The value of an option.
 * @param texts one, or of a repeatable option several.
 * @throws InputError that names the option.
 */
export function parseRow(name: string, { type, repeatable }: Option, texts: readonly string[]): unknown {
  const values = texts.map((text) => type.parse(name, text));
  return repeatable ? values : values.at(-1);
}

/**
 * The values of the texts that are options of the table; others are left out.
 * @throws InputError that names the first option whose text is wrong.
 */
export function parseTexts<Table extends OptionTable>(table: Table, texts: TableTexts<Table> & TableDefaults<Table>) {
  const given = Object.entries(texts as Readonly<Record<string, boolean | string | readonly string[] | undefined>>);
  const values = given.flatMap(([name, text]) => {
    if (text === undefined || !Object.hasOwn(table, name)) return [];
    const isSwitch = typeof text === 'boolean';
    return [[name, isSwitch ? text : parseRow(name, table[name]!, typeof text === 'string' ? [text] : text)] as const];
  });
  return Object.fromEntries(values) as unknown as TableValues<Table>;
}
