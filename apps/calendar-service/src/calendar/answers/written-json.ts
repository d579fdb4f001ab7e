/** A JSON answer that is already written. Its members are read again only when a request trims or wraps them. */
export class WrittenJson {
  constructor(readonly bytes: Buffer) {}

  value(): unknown {
    return JSON.parse(this.bytes.toString()) as unknown;
  }
}

export const writeJson = (value: object): Buffer => Buffer.from(JSON.stringify(value));

const COMMA = Buffer.from(',');

/** An object whose first member, `name`, is a list, followed by the members of `rest`. Items that are JSON texts are not written again. */
export function writtenList(name: string, items: readonly (object | Buffer)[], rest: object): WrittenJson {
  const pieces: Buffer[] = [Buffer.from(`{${JSON.stringify(name)}:[`)];
  for (const [index, item] of items.entries()) {
    if (index > 0) pieces.push(COMMA);
    pieces.push(Buffer.isBuffer(item) ? item : writeJson(item));
  }
  pieces.push(Buffer.from(`],${JSON.stringify(rest).slice(1)}`));
  return new WrittenJson(Buffer.concat(pieces));
}
