import type { RotatingSecret } from '@almanac/config';
import { Cursors, FOREIGN_CURSOR, type ListingDefinition, type ListQuery } from '@almanac/listing';
import type { ParameterFaults } from '../parameters/parameter-faults';
import type { CollectionQuery } from './collection-query';
import { DEFAULT_SIZE, MAX_PAGE_SIZE, type PageDto } from './page.dto';

/** The part of a list that a request asks for, and the cursors of this list in this order. */
export interface Paging {
  readonly query: ListQuery;
  readonly cursors: Cursors;
}

interface PagedList {
  readonly definition: ListingDefinition;
  /** Address of the list below the root, such as `events/7/tickets`: a cursor belongs to one list. */
  readonly path: string;
  /** Signs cursors. */
  readonly secret: RotatingSecret;
}

/** Reads `page` and `per_page`, or `cursor`, which takes precedence over `page`. */
export function readPaging(
  { definition, path, secret }: PagedList,
  query: CollectionQuery,
  { page = 1, per_page = DEFAULT_SIZE, cursor: sent }: PageDto,
  faults: ParameterFaults,
): Paging {
  const count = Math.min(per_page, MAX_PAGE_SIZE);
  const cursors = new Cursors(definition, query, secret, path);
  const cursor = sent === undefined ? undefined : cursors.read(sent);
  if (sent !== undefined && cursor === undefined) faults.addInvalid('cursor', FOREIGN_CURSOR);
  return { cursors, query: { ...query, count, offset: (page - 1) * count, ...(cursor && { cursor }) } };
}
