export { filterCondition, folded, orderBy, Parameters, toTimestamp } from './conditions';
export { fetchListing, type ListPage, type ListSource } from './fetch-listing';
export {
  boolean,
  defineListing,
  type Field,
  integer,
  isListing,
  type ListingDefinition,
  text,
  timestamp,
  word,
} from './fields';
export { LIST_LIMITS, Listing } from './listing-parameter';
export { type PageQuery, type PagingFault, parsePaging } from './paging';
export {
  DEFAULT_LIMITS,
  type Filter,
  type FlatQuery,
  type ListLimits,
  type ListQuery,
  parseListing,
} from './parse-listing';
