import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FuzzRequest } from './requests';

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Formats a command that repeats the request. The body goes into a file, because shells cannot hold all bytes.
 * @param folder for bodies; created when missing
 */
export function asCurl(
  { method, headers, body, breaks }: FuzzRequest,
  url: string,
  caller: string,
  folder: string,
  number: number,
): string {
  const words = ['curl', '-sS', '-X', method, quoted(url), '-H', quoted(`Authorization: <${caller}>`)];
  for (const [name, value] of Object.entries(headers)) words.push('-H', quoted(`${name}: ${value}`));
  if (body !== undefined) {
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `${number}.body`);
    writeFileSync(file, body);
    words.push('--data-binary', `@${file}`);
  }
  const cut = typeof breaks === 'object' ? ` # cut off after ${Math.round(breaks.bodyShare * 100)} % of the body` : '';
  return `${words.join(' ')}${breaks === 'at-answer' ? ' # connection closed when the answer begins' : cut}`;
}
