import { ApiError } from './api-error';

/** A call of an operation. */
export type Call<Body> = Promise<{ data?: Body | undefined; response: Response }>;

/** The body of a successful answer: `const book = await data(client.content.GET(…))`. */
export async function data<Body>(call: Call<Body>): Promise<Body> {
  const { data: body, response } = await call;
  if (body === undefined) throw new ApiError(response.status, 'The answer has no body', undefined, undefined);
  return body;
}

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
