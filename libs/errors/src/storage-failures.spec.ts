import { errorAnswer } from './error-answer';
import { toProblem } from './problem.filter';
import { storageProblem } from './storage-failures';

const refused = (code: string) => Object.assign(new Error('what the server said'), { severity: 'ERROR', code });
const viaTypeorm = (driverError: object) =>
  Object.assign(new Error('the query failed'), { query: 'SELECT', driverError });
const network = (code: string) => Object.assign(new Error(`connect ${code}`), { code });

describe('a database error', () => {
  it.each(['08006', '25006', '28P01', '3D000', '57P01', '57P02', '57P03'])(
    '%s causes 503: the data cannot be reached',
    (code) => {
      expect(storageProblem(refused(code))).toMatchObject({
        status: 503,
        message: expect.stringContaining('cannot be reached'),
      });
    },
  );

  it.each(['25P03', '26000', '40001', '40P01', '42P05', '53200', '53300', '55P03', '57014'])(
    '%s causes 503: too busy',
    (code) => {
      expect(storageProblem(viaTypeorm(refused(code)))).toMatchObject({
        status: 503,
        message: expect.stringContaining('too busy'),
      });
    },
  );

  it.each(['22P02', '23505', '42P01', '42501', 'XX000'])('%s is a bug and causes 500', (code) => {
    expect(storageProblem(refused(code))).toBeUndefined();
    expect(toProblem(viaTypeorm(refused(code))).status).toBe(500);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated',
    'Client was closed and is not queryable',
    'Client has encountered a connection error and is not queryable',
    'Query runner already released. Cannot run queries anymore.',
    'PostgreSQL owes an answer and is silent',
  ])('"%s" causes 503', (message) => {
    expect(storageProblem(new Error(message))).toMatchObject({ status: 503 });
    expect(storageProblem(viaTypeorm(new Error(message)))).toMatchObject({ status: 503 });
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'])(
    '%s causes 503 only if it comes from a query',
    (code) => {
      expect(storageProblem(viaTypeorm(network(code)))).toMatchObject({ status: 503 });
      expect(storageProblem(network(code))).toBeUndefined();
    },
  );
});

it.each([
  ['an answer', { name: 'ServiceUnavailable', $metadata: { httpStatusCode: 503, attempts: 3 } }],
  ['a broken connection', { code: 'ECONNREFUSED', $metadata: { attempts: 3 } }],
  ['being missing', { name: 'MissingStoreError' }],
  ['a disk that is read-only', { name: 'RefusedStoreError' }],
])('a file store that fails by %s causes 503', (_, fields) => {
  expect(storageProblem(Object.assign(new Error('no bucket'), fields))).toMatchObject({
    status: 503,
    details: { type: 'data-unreachable' },
  });
});

describe('a full disk', () => {
  it.each([refused('53100'), viaTypeorm(refused('53100')), network('ENOSPC'), network('EDQUOT')])(
    'causes 507: %p',
    (failure) => {
      expect(storageProblem(failure)).toMatchObject({
        status: 507,
        details: { cause: failure, headers: { 'Retry-After': '60' } },
      });
    },
  );
});

it.each([undefined, null, 'ENOSPC', 7, {}, { code: 'ENOSPC' }])('storageProblem ignores %p', (thrown) => {
  expect(storageProblem(thrown)).toBeUndefined();
});

it('storage errors have stable codes and Retry-After in both error formats', () => {
  const failure = viaTypeorm(refused('57P01'));
  const problem = toProblem(failure);
  expect(problem.details).toEqual({ type: 'data-unreachable', cause: failure, headers: { 'Retry-After': '5' } });
  expect(errorAnswer(problem, 'content').body).toEqual({
    error: {
      type: 'data-unreachable',
      code: 503,
      message: 'The data cannot be reached at the moment. Try again in a few seconds.',
    },
  });
  expect(errorAnswer(problem, 'calendar').body).toMatchObject({ code: 'rest_unavailable', data: { status: 503 } });
  expect(errorAnswer(toProblem(refused('53100')), 'calendar').body).toMatchObject({
    error: { type: 'storage-full' },
    code: 'rest_insufficient_storage',
    data: { status: 507 },
  });
});
