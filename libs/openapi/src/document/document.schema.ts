import { listOf, NamedSchema, record, TEXT, WEB_ADDRESS } from '../schema';

const ANYTHING = { type: 'object' };

/** A document of `openApi`. */
export const DOCUMENT_SCHEMA = new NamedSchema(
  'OpenApi',
  record({
    openapi: TEXT,
    info: ANYTHING,
    servers: listOf(record({ url: WEB_ADDRESS })),
    tags: listOf(record({ name: TEXT, description: TEXT })),
    paths: ANYTHING,
    components: ANYTHING,
  }),
);
