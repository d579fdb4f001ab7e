import { ApiError } from './api-error';
import { type Call, data } from './data';

/** A record with the version that it had when it was read. */
export interface Versioned<Body> {
  data: Body;
  /** The `ETag` of the answer, for `ifMatch`. */
  version: string;
}

/** Like `data`, with the version of the record: `const page = await versioned(client.content.GET(…))`. */
export async function versioned<Body>(call: Call<Body>): Promise<Versioned<Body>> {
  return { data: await data(call), version: versionOf((await call).response) };
}

/** The header that lets a change succeed only if the record still has the version of this answer. */
export function ifMatch(answer: { response: Response } | { version: string }): { 'If-Match': string } {
  return { 'If-Match': 'version' in answer ? answer.version : versionOf(answer.response) };
}

function versionOf({ headers }: Response): string {
  const version = headers.get('etag');
  if (version === null) throw new TypeError('The answer has no ETag');
  return version;
}

const VERSION_MISMATCH = 412;
const MAX_ATTEMPTS = 3;

/** Repeats the work when another change came first. It has to read the record each time. */
export async function repeatOnConflict<Result>(work: () => Promise<Result>, attempts = MAX_ATTEMPTS): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (failure) {
      const isConflict = failure instanceof ApiError && failure.status === VERSION_MISMATCH;
      if (!isConflict || attempt >= attempts) throw failure;
    }
}
