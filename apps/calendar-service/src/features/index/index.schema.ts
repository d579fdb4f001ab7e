import { Explained, listOf, NamedSchema, record, TEXT, WEB_ADDRESS } from '@almanac/openapi';
import { NAMESPACE } from '../../config';
import { Takes } from '@almanac/validation';
import { Anything, combined } from '../../calendar/parameters/rules';

/** Clients of the reference send these; they change nothing (calendar-behaviour §1). */
@Explained<NamespaceDto>({
  namespace: { description: 'The namespace', default: NAMESPACE },
  context: { description: 'How much to show', default: 'view' },
})
export class NamespaceDto {
  @combined(Anything(), Takes({ type: 'string' }))
  namespace?: unknown;

  @combined(Anything(), Takes({ type: 'string' }))
  context?: unknown;
}

const LINKS = listOf(record({ href: WEB_ADDRESS }));
const METHODS = listOf(TEXT);
const ARGUMENTS = { type: 'object', additionalProperties: { type: 'object' } };

const ROUTE = record(
  { namespace: TEXT, methods: METHODS, endpoints: listOf(record({ methods: METHODS, args: ARGUMENTS })) },
  { _links: record({ self: LINKS }) },
);

export const INDEX_SCHEMA = new NamedSchema(
  'Index',
  record({ namespace: TEXT, routes: { type: 'object', additionalProperties: ROUTE }, _links: record({ up: LINKS }) }),
);
