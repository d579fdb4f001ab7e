import { PROBLEM_TYPES } from '@almanac/errors';
import { FLAG, listOf, NamedSchema, record, type Schema, TEXT, WALL_CLOCK, URL_TEXT, WHOLE } from '@almanac/openapi';

/** A page of records (calendar-behaviour §3.1). */
export const listSchema = (plural: string, item: Schema): NamedSchema =>
  new NamedSchema(
    `${capitalised(plural)}List`,
    record(
      {
        [plural]: listOf(item),
        rest_url: URL_TEXT,
        total: { ...WHOLE, minimum: 0 },
        total_pages: { ...WHOLE, minimum: 0 },
      },
      {
        next_rest_url: URL_TEXT,
        previous_rest_url: URL_TEXT,
        occurrences_until: {
          ...WALL_CLOCK,
          description:
            'In UTC: events that repeat beyond this moment are in the list up to it. Absent when the list is complete',
        },
      },
    ),
  );

/** Changes since a token, and the token for the next request. */
export const changesSchema = (plural: string, item: Schema): NamedSchema =>
  new NamedSchema(
    `${capitalised(plural)}Changes`,
    record({
      [plural]: listOf(item),
      deleted: listOf(record({ id: WHOLE, modified_utc: WALL_CLOCK })),
      token: TEXT,
      has_more: FLAG,
      rest_url: URL_TEXT,
      next_rest_url: URL_TEXT,
    }),
  );

/** Every error: one body that clients of both services can read. */
export const PROBLEM = new NamedSchema('Error', {
  ...record({
    code: { ...TEXT, description: 'The error, for programs' },
    message: { ...TEXT, description: 'The error, for people' },
    data: record(
      { status: WHOLE },
      {
        params: {
          description: 'The fault of each parameter, or the names of missing ones',
          anyOf: [{ type: 'object', additionalProperties: TEXT }, listOf(TEXT)],
        },
        details: {
          description: 'Why each value was refused, by its path, such as `end_date` or `venue.website`',
          type: 'object',
          additionalProperties: record({ code: TEXT, message: TEXT, data: record({ param: TEXT }) }),
        },
        json_error_code: { ...WHOLE, description: 'A body that is no JSON: 4' },
        json_error_message: { ...TEXT, description: 'What is wrong with a body that is no JSON' },
        term_id: { ...WHOLE, description: 'The term that has the name already' },
      },
    ),
    error: record(
      {
        code: WHOLE,
        message: TEXT,
        type: {
          ...TEXT,
          description: 'The error for programs, the same in both services',
          enum: Object.keys(PROBLEM_TYPES),
        },
      },
      // A request that cannot be parsed has none.
      { request_id: { ...TEXT, description: 'The id of the request in the logs' } },
    ),
  }),
  description: 'The error',
});

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
