/** The call of Node's `assert` that nrrd-js makes: the bundler puts it in place of the original, which browsers lack. */

/** @throws Error with `message` if `condition` does not hold. */
export default function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

// The result of `require('assert')`: the function itself, not a namespace that holds it.
export { assert as 'module.exports' };
