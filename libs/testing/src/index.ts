export { answersOf, type MatrixWorld, unruled } from './access-matrix';
export type { AccessRule, AccessRules, Kind, MatrixCaller, Thing } from './access-rule';
export { cloneDatabase, type TestDatabase } from './clone-database';
export { compareShape } from './compare-shape';
export { Mailbox, type ReceivedLetter } from './mailbox';
export { type Body, type Caller, TestApi, type TestResponse } from './test-api';
export { until } from './until';
