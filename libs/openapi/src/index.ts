export { DOCUMENT_SCHEMA, openApi } from './document/openapi';
export { bodyOf, documentedFields, Explained, type Field, fieldsOf, type Note, type Notes } from './fields';
export { Examples, type Interface } from './document/interface';
export { isId } from './document/parameters';
export { OpenApiModule } from './routes/openapi.module';
export { type ServedRoute, ServedRoutes } from './routes/served-routes';
export { FieldNames } from './routes/field-names';
export { listingOf, QueryParameter, type RouteNote, type RouteNotes, Routes } from './routes/routes';
export {
  each,
  EMPTY_LIST,
  FILE,
  FLAG,
  listOf,
  NamedSchema,
  NUMBER,
  orNull,
  record,
  type Schema,
  TEXT,
  WALL_CLOCK,
  URL_TEXT,
  WHOLE,
} from './schema';
