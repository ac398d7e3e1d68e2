/** The reason that a server gives for a refusal. */

/** Bytes of an answer that have the reason, if it has one. */
const READ_BYTES_MAX = 2 ** 14;

/** Printable, and no longer than a line takes. */
const [CODE, MESSAGE] = [/<Code>([A-Za-z.]{1,60})<\/Code>/, /<Message>([^<>\p{C}]{1,200}?)\.?<\/Message>/u];

/** Code and message by which servers of buckets explain a refusal, in parentheses; empty for other servers. */
export async function findReason(response: Response): Promise<string> {
  if (!/\bxml\b/i.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel();
    return '';
  }
  const text = await readStart(response);
  const [code, message] = [CODE.exec(text)?.[1], MESSAGE.exec(text)?.[1]];
  if (code === undefined) return '';
  return message === undefined
    ? ` (${code})`
    : ` (${code}: ${message.replaceAll('&apos;', "'").replaceAll('&quot;', '"')})`;
}

async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = '';
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    text += decoder.decode(read.value, { stream: true });
    if (text.length > READ_BYTES_MAX) break;
  }
  await reader?.cancel();
  return text;
}
