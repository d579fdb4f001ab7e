import { ApiError } from './api-error';

/** The header that lets a change succeed only if the record still has the version of this answer. */
export function ifMatch({ response }: { response: Response }): { 'If-Match': string } {
  const version = response.headers.get('etag');
  if (version === null) throw new TypeError('The answer has no ETag');
  return { 'If-Match': version };
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
