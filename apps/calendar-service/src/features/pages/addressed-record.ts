import { notFound } from '@almanac/errors';
import { MAX_ID } from '../../calendar/addresses/path-id';
import type { RecordRef } from '../../records/access/record-ref';

/** The record that an address names: by its slug, or by its id in `p` while it has no slug. */
export function addressedRecord(slug: string | undefined, id: unknown): RecordRef {
  if (slug !== undefined) return { slug };
  if (typeof id !== 'string' || !/^\d{1,10}$/.test(id) || Number(id) > MAX_ID) return notFound('Page');
  return { id: Number(id) };
}
