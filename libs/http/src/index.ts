export { allowedMethods } from './allowed-methods';
export type { BodyOptions } from './body';
export { createApp, type AppOptions } from './create-app';
export { DtoPipe, type Validate } from './dto.pipe';
export { Input, inputOf, type RawInput } from './input';
export { Id } from './path-id';
export { currentRequest } from './request-context';
export { type Route, routeTable } from './route-table';
export { PublicUnmatchedModule, UnmatchedModule } from './unmatched.controller';
