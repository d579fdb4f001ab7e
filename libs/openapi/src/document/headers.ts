import { TEXT, WHOLE } from '../schema';

const COUNT = { ...WHOLE, minimum: 0 };

/** Headers of answers, by name of their component. */
export const HEADERS = {
  Total: { description: 'How many records there are', schema: COUNT },
  TotalPages: { description: 'How many pages there are', schema: COUNT },
  Link: { description: 'The next and the previous page (RFC 8288)', schema: TEXT },
  ETag: {
    description:
      'The version of the record or the list, for `If-None-Match`; for `If-Match` as well when it is a strong one',
    schema: TEXT,
  },
  Location: {
    description: 'Address of the record, relative to the address of the request',
    schema: { ...TEXT, format: 'uri-reference' },
  },
  Disposition: { description: 'The name of the file, if the answer is one', schema: TEXT },
  Replayed: {
    description: '`true` when the answer repeats that of an earlier request with the same `Idempotency-Key`',
    schema: { type: 'string', enum: ['true'] },
  },
  RateLimit: { description: 'Requests that the caller may send in a minute', schema: COUNT },
  RateRemaining: { description: 'Requests that are left in this minute', schema: COUNT },
  RatePolicy: {
    description: 'The limit: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers)',
    schema: { ...TEXT, examples: ['"default";q=180;w=60'] },
  },
  RateState: {
    description: 'What is left of the limit: `r` requests, until it starts anew in `t` seconds',
    schema: { ...TEXT, examples: ['"default";r=179;t=42'] },
  },
  RateReset: { description: 'When the next request is accepted, in seconds since 1970', schema: COUNT },
  RetryAfter: { description: 'Seconds to wait before the next request', schema: COUNT },
  Authenticate: { description: 'The scheme of the credentials that are missing', schema: TEXT },
};

export const headerOf = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });

/** Headers of every answer of a route. */
export const RATE_HEADERS = {
  'X-RateLimit-Limit': headerOf('RateLimit'),
  'X-RateLimit-Remaining': headerOf('RateRemaining'),
  'RateLimit-Policy': headerOf('RatePolicy'),
  RateLimit: headerOf('RateState'),
};
