/** Rewrites the codecs of numcodecs to run in pages whose content security policy forbids `eval`. */

interface WireType {
  readonly toWireType: (destructors: unknown[] | null, value: unknown) => unknown;
  readonly fromWireType: (value: unknown) => unknown;
}

/** Variables of Emscripten's invoker functions, by its names; `argType0` and `arg0Wired_dtor` belong to the first argument. */
interface InvokerClosure {
  readonly throwBindingError: (message: string) => never;
  readonly invoker: (fn: unknown, ...wired: unknown[]) => unknown;
  readonly fn: unknown;
  readonly runDestructors: (destructors: unknown[]) => void;
  readonly retType: WireType;
  readonly [name: string]: unknown;
}

/**
 * The functions by which JavaScript calls the codecs of numcodecs. Emscripten writes them as texts and compiles these, which pages
 * with a content security policy forbid.
 * @param parts the names of what the functions use, and their text.
 */
function createInvoker(parts: string[]) {
  const text = parts.at(-1)!;
  const names = parts.slice(0, -1);
  const count = names.filter((name) => /^argType\d+$/.test(name)).length;
  return (...values: unknown[]) => {
    const closure: unknown = Object.fromEntries(names.map((name, index) => [name, values[index]]));
    const { throwBindingError, invoker, fn, runDestructors, retType, ...others } = closure as InvokerClosure;
    return (...args: unknown[]) => {
      if (args.length !== count) throwBindingError(`called with ${args.length} arguments, expected ${count}`);
      const destructors: unknown[] | null = text.includes('var destructors') ? [] : null;
      const wired = args.map((arg, index) => (others[`argType${index}`] as WireType).toWireType(destructors, arg));
      const result = invoker(fn, ...wired);
      if (destructors) runDestructors(destructors);
      else
        for (const [index, value] of wired.entries())
          (others[`arg${index}Wired_dtor`] as ((value: unknown) => void) | undefined)?.(value);
      return text.includes('return ret;') ? retType.fromWireType(result) : undefined;
    };
  };
}

const COMPILER = /function (\w+)\(\w+\) \{\s+var \w+ = Function;.*?instanceof Object \? \w+ : \w+;\s+\}/s;

/** They copy what they are given byte by byte, which takes longer than to compress it. */
const BYTE_COPY = /for \((\w+) = 0; \1 < \w+; \+\+\1\)\s+(\w+)\[(\w+) \+ \1\] = (\w+)\[\1\];/;

export const codecsWithoutEval = {
  name: 'codecs-without-eval',
  enforce: 'pre' as const,
  transform: {
    order: 'pre' as const,
    handler: (code: string, id: string) => {
      if (!/numcodecs.dist.(?:blosc|lz4|zstd)\.js$/.test(id)) return null;
      if (!COMPILER.test(code)) throw new Error(`${id}: compiles no functions any more; see codecsWithoutEval`);
      if (!BYTE_COPY.test(code)) throw new Error(`${id}: copies no bytes any more; see codecsWithoutEval`);
      return code
        .replace(COMPILER, (_, name: string) => createInvoker.toString().replace('createInvoker', name))
        .replace(BYTE_COPY, '$2.set($4, $3);');
    },
  },
};
