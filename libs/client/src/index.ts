export { ApiError } from './api-error';
export { type AlmanacClient, type ClientOptions, createClient, data, type ServiceClient } from './client';
export type { Calendar, CalendarPaths, Content, ContentPaths } from './description';
export { formData } from './request-body';
export type { ItemOf, ListPath } from './lists/list-types';
export type { RetryOptions } from './retry';
export { ifMatch, repeatOnConflict } from './versions';
