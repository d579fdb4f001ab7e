export { isServedPath, type Route, routeTable } from './routes/route-table';
export { checkJsonShape, type JsonBounds } from './body/body-text';
export { TakesBody } from './body/body-reader';
export { createApp } from './create-app';
export { HttpModule } from './http.module';
export { RefusesIdempotencyKey, refusesIdempotencyKey } from './idempotency/idempotency.interceptor';
export { CREATE_KEPT_ANSWERS } from './idempotency/stored-answers';
export { Input, rawInputOf, type RawInput, Unchecked, UncheckedInput, Id } from './input/input';
export { contentDisposition, sendStream, serveFile, type ServedFile } from './serve-file';
export {
  asMatching,
  callerSignal,
  currentRequest,
  onBehalfOf,
  requestHeader,
  type RequestOrigin,
} from './input/request-context';
export { runService } from './run-service';
export { AnswerCache, type NamedFile } from './answers/answer-cache';
export { cacheUntilNextMinute, preventCaching } from './answers/answer-validity';
export { sentHeaders } from './answers/sent-headers';
export { WrittenJson, JsonDocument } from './answers/written-json';
export { indexRoutes } from './routes/route-index';
export { UnmatchedModule } from './routes/unmatched.module';
export {
  isNotModified,
  requireMatch,
  REVALIDATED,
  VersionedAnswer,
  versionedAnswer,
  weakTag,
  withMembers,
  WithVersion,
} from './input/versions';
export { KeptAnswer } from './idempotency/kept-answer.entity';
