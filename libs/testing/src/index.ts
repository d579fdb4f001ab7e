export { answersOf, type MatrixWorld, unruled } from './access-matrix';
export type { AccessRule, AccessRules, Kind, MatrixCaller, Thing } from './access-rule';
export { cloneDatabase, type TestDatabase } from './clone-database';
export { compareShape } from './compare-shape';
export { growthFaults, type Shape } from './growth/growth-faults';
export { HTML_SHAPES, MARKDOWN_SHAPES, TEXT_SHAPES } from './growth/shapes';
export { Mailbox, type ReceivedLetter } from './mailbox';
export { type Body, type Caller, TestApi, type TestResponse } from './test-api';
export { until } from './until';
