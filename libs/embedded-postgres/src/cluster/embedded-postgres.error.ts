import { fileRefusal } from '@almanac/runtime';

/** The cause of a failed start: one sentence for the user at the terminal. If the server refused, also the last lines of its log. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** Runs file system work. @throws EmbeddedPostgresError `<sentence>: <reason>.` for errors with a code */
export function explaining<T>(sentence: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = fileRefusal(error);
    if (reason === undefined) throw error;
    throw new EmbeddedPostgresError(`${sentence}: ${reason}.`, { cause: error });
  }
}
