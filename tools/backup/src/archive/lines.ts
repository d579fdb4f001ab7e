import type { Readable } from 'node:stream';

/** The lines of a text. (Node's readline does not throw the failures of its input.) */
export async function* linesOf(content: Readable): AsyncGenerator<string> {
  let rest = '';
  const chunks: AsyncIterable<string> = content.setEncoding('utf8');
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
