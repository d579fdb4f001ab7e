export { ApiError } from './api-error';
export { type AlmanacClient, type ClientOptions, createClient, type ServiceClient } from './client';
export { data, ifMatch, repeatOnConflict, type Versioned, versioned } from './versions';
export type { Calendar, CalendarPaths, Content, ContentPaths } from './description';
export { onProgress } from './progress';
export type { OnProgress, Progress } from './repeatable-request';
export { formData } from './request-body';
export type { ItemOf, ListPath } from './lists/list-items';
export type { RetryOptions } from './retry';
