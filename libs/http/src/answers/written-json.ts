import type { Express, Response } from 'express';

/** A JSON answer that is already written. Its members are read again only when a request trims or wraps them. */
export class WrittenJson {
  constructor(readonly bytes: Buffer) {}

  value(): unknown {
    return JSON.parse(this.bytes.toString()) as unknown;
  }
}

/** In memory of its own: a short text would otherwise keep the whole slab of Node's buffer pool. */
export function ownedBytes(bytes: Buffer): Buffer {
  const owned = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(owned);
  return owned;
}

/** The JSON of an answer, in memory of its own. */
export const ownedJson = (built: object): WrittenJson =>
  new WrittenJson(ownedBytes(built instanceof WrittenJson ? built.bytes : Buffer.from(JSON.stringify(built))));

/** Makes `response.json` send a `WrittenJson` as it is. */
export function sendWrittenJson({ response }: Express): void {
  const { json } = response;
  response.json = function (this: Response, body: unknown) {
    return body instanceof WrittenJson ? this.type('json').send(body.bytes) : json.call(this, body);
  };
}
