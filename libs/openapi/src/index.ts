export { DOCUMENT_SCHEMA } from './document/document.schema';
export { bodyOf, documentedFields, Explained, type Field, fieldsOf, type Note, type Notes } from './fields';
export { Examples } from './document/examples';
export type { Interface } from './document/interface';
export { openApi } from './document/openapi';
export { isId } from './document/parameter-examples';
export { OpenApiModule } from './openapi.module';
export { FieldNames } from './routes/field-names';
export { listingOf } from './routes/handler-inputs';
export { QueryParameter } from './routes/query-parameter';
export { type RouteNote, type RouteNotes, Routes } from './routes/routes';
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
  WEB_ADDRESS,
  WHOLE,
} from './schema';
export { type ServedRoute, ServedRoutes } from './routes/served-routes';
