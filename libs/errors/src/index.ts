export { type Dialect, errorAnswer } from './error-answer';
export {
  Problem,
  type FieldMessages,
  type ProblemDetails,
  badRequest,
  forbidden,
  INVALID_DATA,
  invalid,
  notFound,
  unauthorized,
} from './problem';
export { PROBLEM_TYPES, type ProblemType } from './problem-types';
export { ProblemFilter, toProblem } from './problem.filter';
export { busy, storageProblem, unreachable } from './storage-failures';
