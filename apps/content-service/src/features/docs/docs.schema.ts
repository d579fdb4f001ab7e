import { listOf, NamedSchema, orNull, record, TEXT } from '@almanac/openapi';

const ENDPOINT = new NamedSchema(
  'Endpoint',
  record({
    name: TEXT,
    uri: TEXT,
    method: TEXT,
    controller: TEXT,
    controller_method: TEXT,
    controller_method_kebab: TEXT,
    base_model: TEXT,
    description: TEXT,
    body_params: { type: ['object', 'null'], additionalProperties: listOf(TEXT) },
    model_description: orNull(TEXT),
    example_request: orNull(TEXT),
    example_response: orNull(TEXT),
  }),
);

/** The endpoints by the name of their group. */
export const DOCS_SCHEMA = new NamedSchema('Endpoints', { type: 'object', additionalProperties: listOf(ENDPOINT) });
