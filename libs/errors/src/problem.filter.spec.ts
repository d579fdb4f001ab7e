import { type ArgumentsHost, NotFoundException } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { Problem, badRequest, forbidden, invalid, notFound, unauthorized } from './problem';
import { ProblemFilter, toProblem } from './problem.filter';

const thrownBy = (work: () => never): unknown => {
  try {
    return work();
  } catch (thrown) {
    return thrown;
  }
};

describe('toProblem', () => {
  it.each([
    [() => notFound('Page'), 404, 'Page not found'],
    [() => forbidden(), 403, 'You do not have permission to perform the requested action.'],
    [() => unauthorized('Who?'), 401, 'Who?'],
    [() => badRequest('No.'), 400, 'No.'],
    [() => invalid({ name: ['x'] }), 422, 'The given data was invalid.'],
  ])('keeps the status and message of %s', (work, status, message) => {
    expect(toProblem(thrownBy(work))).toMatchObject({ status, message });
  });

  it('keeps the status and message of a NestJS exception', () => {
    expect(toProblem(new NotFoundException('gone'))).toMatchObject({ status: 404, message: 'gone' });
  });

  it('keeps the status and message of an exposed HTTP error', () => {
    expect(toProblem(Object.assign(new Error('too big'), { status: 413, expose: true }))).toMatchObject({
      status: 413,
      message: 'too big',
    });
  });

  it.each([
    new Error('secret path'),
    Object.assign(new Error('secret'), { status: 500, expose: false }),
    'secret',
    undefined,
    null,
    { status: 404 },
  ])('returns 500 with a general message for %p', (thrown) => {
    expect(toProblem(thrown)).toMatchObject({
      status: 500,
      message: 'An unexpected error occurred.',
      details: { cause: thrown },
    });
  });
});

describe('ProblemFilter', () => {
  const answering = (headersSent = false) => {
    const headers: Record<string, string> = {};
    const sent: Record<string, unknown> = {};
    const answer = { destroyed: false, sent, headers };
    const response = {
      headersSent,
      removeHeader: () => undefined,
      setHeader: (name: string, value: string) => void (answer.headers[name] = value),
      status: (status: number) => ({ json: (body: unknown) => void (answer.sent = { status, body }) }),
      destroy: () => void (answer.destroyed = true),
    };
    const host: ArgumentsHost = new ExecutionContextHost([{ headers: {} }, response]);
    return { answer, host };
  };

  it('sends status, headers and body, and reports only unexpected errors', () => {
    const reported: unknown[] = [];
    const filter = new ProblemFilter('content', (failure) => void reported.push(failure));
    const { answer, host } = answering();
    filter.catch(new Problem(429, 'Slow', { headers: { 'Retry-After': '7' } }), host);
    expect(answer).toMatchObject({
      headers: { 'Retry-After': '7' },
      sent: { status: 429, body: { error: { code: 429 } } },
    });
    expect(reported).toEqual([]);
    const failure = new Error('database');
    filter.catch(failure, host);
    expect(answer.sent).toEqual({
      status: 500,
      body: { error: { message: 'An unexpected error occurred.', code: 500, type: 'internal-error' } },
    });
    expect(reported).toEqual([failure]);
  });

  it('reports a 503 with a cause, but no 503 without one', () => {
    const reported: unknown[] = [];
    const filter = new ProblemFilter('content', (failure) => void reported.push(failure));
    filter.catch(new Problem(503, 'Busy', { headers: { 'Retry-After': '5' } }), answering().host);
    expect(reported).toEqual([]);
    const cause = new Error('nobody there');
    filter.catch(new Problem(503, 'Away', { cause }), answering().host);
    expect(reported).toEqual([cause]);
  });

  it('closes the connection when the response has already begun', () => {
    const { answer, host } = answering(true);
    new ProblemFilter('content', () => undefined).catch(new Error('late'), host);
    expect(answer).toMatchObject({ destroyed: true, sent: {} });
  });
});
