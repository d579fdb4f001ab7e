export { allowedMethods } from './allowed-methods';
export type { BodyOptions } from './body';
export { createApp, type AppOptions } from './create-app';
export { DtoPipe, type Validate } from './dto.pipe';
export { Input, inputOf, type RawInput } from './input';
export { Id } from './path-id';
export { contentDisposition, sendStream, serveFile, type ServedFile } from './serve-file';
export { currentRequest } from './request-context';
export { PublicUnmatchedModule, UnmatchedModule } from './unmatched.controller';
