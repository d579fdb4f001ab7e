export { calendarEnvelope, contentEnvelope, type Dialect } from './envelopes';
export { Problem, type FieldMessages, type ProblemDetails } from './problem';
export { ProblemFilter, toProblem, type ReportFailure } from './problem.filter';
export { busy, storageProblem, unreachable } from './storage-failures';
export { badRequest, forbidden, INVALID_DATA, invalid, NOT_PERMITTED, notFound, unauthorized } from './throwing';
