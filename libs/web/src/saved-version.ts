import { createHash } from 'node:crypto';
import { Problem } from '@almanac/errors';
import { asMatching, type VersionedAnswer } from '@almanac/http';

/** The version of the fields that a form has. Other members of the answer, such as comments, may change meanwhile. */
export const formVersion = (fields: object): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('base64url');

const CHANGED_MEANWHILE = 412;
const MAX_ATTEMPTS = 5;

interface Opened<T> {
  /** The version that the form was made from. */
  version: unknown;
  read: () => Promise<VersionedAnswer<T>>;
  /** The fields of the form. */
  fieldsOf: (item: T) => object;
}

/**
 * Saves a form, unless its fields were changed after it was opened.
 * @throws Problem 412
 */
export async function savedUnlessChanged<T, R>(
  { version, read, fieldsOf }: Opened<T>,
  save: (item: T) => Promise<R>,
): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    const answer = await read();
    const item = await answer.show();
    if (formVersion(fieldsOf(item)) !== version) throw new Problem(CHANGED_MEANWHILE, CHANGED);
    try {
      return await asMatching(answer.etag, () => save(item));
    } catch (failure) {
      // Something else of the item has changed between the read and the save.
      const isChanged = failure instanceof Problem && failure.status === CHANGED_MEANWHILE;
      if (!isChanged || attempt === MAX_ATTEMPTS) throw failure;
    }
  }
}

const CHANGED =
  'Somebody else saved this after you opened it. Your text is still in this form: compare both, and save again to replace the other text.';

/** Whether a form sends another text than the stored one. Browsers send line ends as CR and LF, and requests are trimmed. */
export const isChangedText = (sent: unknown, stored = ''): boolean =>
  typeof sent === 'string' && plainLines(sent) !== plainLines(stored);

/** A sent text with the line ends of the stored one. */
export const withLineEnds = (sent: unknown, stored = ''): unknown =>
  typeof sent === 'string' && !stored.includes('\r\n') ? plainLines(sent) : sent;

const plainLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim();
