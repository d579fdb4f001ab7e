import { type FieldMessages, toProblem } from '@almanac/errors';

/** A refused form, which the same answer shows again with all that was typed: a session could not keep long texts. */
export class FormAgain extends Error {
  constructor(
    readonly template: string,
    readonly data: object,
    readonly faults: FieldMessages,
    readonly entered: object,
  ) {
    super('the form was refused');
  }
}

const CHANGED_MEANWHILE = 412;

/**
 * Runs the work of a form with long texts. When it is refused, the form is shown again.
 * @param draw the data of the page with the form, for these faults; `version` is one when the record was changed meanwhile
 * @throws FormAgain for faults of fields, and when the record was changed after the form was opened; other failures as they are
 */
export async function orFormAgain<T>(
  { template, form, draw }: { template: string; form: object; draw: (faults: FieldMessages) => Promise<object> },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    const { status, message, details } = toProblem(failure);
    const faults = details.fields ?? (status === CHANGED_MEANWHILE ? { version: [message] } : undefined);
    if (faults === undefined) throw failure;
    throw new FormAgain(template, await draw(faults), faults, form);
  }
}
