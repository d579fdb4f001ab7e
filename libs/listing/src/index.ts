export { filterCondition, folded, Parameters, toTimestamp } from './conditions';
export { fetchListing, type ListSource } from './fetch-listing';
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
export { ListPage } from './list-page';
export { LIST_SETTINGS, Listing, type ListSettings } from './listing-parameter';
export { orderBy } from './order';
export {
  DEFAULT_LIMITS,
  type Filter,
  type FlatQuery,
  type ListLimits,
  type ListQuery,
  type PageQuery,
  parseListing,
} from './parse-listing';
