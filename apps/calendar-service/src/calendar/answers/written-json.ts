import { hash } from 'node:crypto';
import { weakTag, WrittenJson } from '@almanac/http';

export const writeJson = (value: object): Buffer => Buffer.from(JSON.stringify(value));

const COMMA = Buffer.from(',');

const digests = new WeakMap<Buffer, string>();

/** Texts of records are kept, so the digest of each is computed once. */
function digestOf(text: Buffer): string {
  const known = digests.get(text);
  if (known !== undefined) return known;
  const digest = hash('sha256', text, 'base64url');
  digests.set(text, digest);
  return digest;
}

/** A list as JSON, with the `ETag` that follows from its text. */
interface WrittenList {
  readonly json: () => WrittenJson;
  readonly etag: string;
}

/** An object whose first member, `name`, is a list, followed by the members of `rest`. Items that are JSON texts are not written again. */
export function writtenList(name: string, items: readonly (object | Buffer)[], rest: object): WrittenList {
  const texts = items.map((item) => (Buffer.isBuffer(item) ? item : writeJson(item)));
  const end = JSON.stringify(rest).slice(1);
  const json = () => {
    const start = Buffer.from(`{${JSON.stringify(name)}:[`);
    const separated = texts.flatMap((text, index) => (index > 0 ? [COMMA, text] : [text]));
    return new WrittenJson(Buffer.concat([start, ...separated, Buffer.from(`],${end}`)]));
  };
  return { json, etag: weakTag(`${texts.map(digestOf).join(' ')} ${end}`) };
}
