import type { Schema } from '../schema';

/** A parameter of the query that a parameter decorator of a handler reads. The decorator has it as its data, so that the description finds it. */
export class QueryParameter {
  constructor(
    readonly name: string,
    readonly description: string,
    readonly schema: Exclude<Schema, { name: string }>,
  ) {}
}
