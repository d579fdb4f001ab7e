import { readFileSync } from 'node:fs';
import path from 'node:path';
import { errorAnswer } from './error-answer';
import { Problem } from './problem';
import { defaultType, PROBLEM_TYPES } from './problem-types';

const bodyOf = (problem: Problem, dialect: 'content' | 'calendar') => errorAnswer(problem, dialect).body;
const asking = (headers: Record<string, string>, method = 'POST') => ({ id: 'r-1', method, headers });

describe('the error body', () => {
  it('of content contains the message, the code, the type and the rejected fields', () => {
    expect(bodyOf(new Problem(404, 'Page not found'), 'content')).toEqual({
      error: { message: 'Page not found', code: 404, type: 'not-found' },
    });
    expect(bodyOf(new Problem(422, 'x', { fields: { a: ['b'] } }), 'content')).toEqual({
      error: { message: 'x', validation: { a: ['b'] }, code: 422, type: 'validation-failed' },
    });
  });

  it('of content can be flat', () => {
    expect(bodyOf(new Problem(500, 'Failed', { flat: true }), 'content')).toEqual({
      message: 'Failed',
      status: 'error',
    });
  });

  it('of calendar contains both error formats', () => {
    const problem = new Problem(404, 'Gone', { code: 'rest-event-not-found', data: { id: 7 } });
    expect(bodyOf(problem, 'calendar')).toEqual({
      code: 'rest-event-not-found',
      message: 'Gone',
      data: { status: 404, id: 7 },
      error: { code: 404, message: 'Gone', type: 'not-found' },
    });
    expect(bodyOf(new Problem(429, 'Slow'), 'calendar')).toMatchObject({ code: 'rest_too_many_requests' });
    expect(bodyOf(new Problem(418, 'Tea'), 'calendar')).toMatchObject({ code: 'rest_error' });
  });

  it('names the request', () => {
    expect(errorAnswer(new Problem(404, 'x'), 'content', asking({})).body).toMatchObject({
      error: { request_id: 'r-1' },
    });
  });
});

it.each([
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'You do not have permission to access the requested page.'],
  ['application/json;q=0.5, text/html', 'You do not have permission to access the requested page.'],
  ['application/json, text/html', 'You do not have permission to perform the requested action.'],
  ['application/vnd.api+json', 'You do not have permission to perform the requested action.'],
  ['*/*', 'You do not have permission to perform the requested action.'],
  ['', 'You do not have permission to perform the requested action.'],
])('the text of a refused permission for Accept: %s is: %s', (accept, message) => {
  const problem = new Problem(403, 'You do not have permission to perform the requested action.');
  expect(errorAnswer(problem, 'content', asking({ accept })).body).toMatchObject({ error: { message } });
  expect(errorAnswer(problem, 'calendar', asking({ accept })).body).toMatchObject({ message: problem.message });
});

describe('application/problem+json', () => {
  const invalid = new Problem(422, 'The given data was invalid.', {
    fields: { 'tags.0.name': ['Too long.', 'Not a text.'], 'a/b~c': ['Odd.'] },
  });

  it('has the members of RFC 9457, and a JSON pointer for each rejected field', () => {
    const { headers, body } = errorAnswer(invalid, 'content', asking({ accept: 'application/problem+json' }));
    expect(headers).toMatchObject({ 'Content-Type': 'application/problem+json; charset=utf-8' });
    expect(body).toEqual({
      type: 'urn:problem-type:almanac:validation-failed',
      title: 'The input is invalid',
      status: 422,
      detail: 'The given data was invalid.',
      instance: 'urn:almanac:request:r-1',
      request_id: 'r-1',
      errors: [
        { pointer: '#/tags/0/name', detail: 'Too long.' },
        { pointer: '#/tags/0/name', detail: 'Not a text.' },
        { pointer: '#/a~1b~0c', detail: 'Odd.' },
      ],
    });
  });

  it('names parameters of the query for reads, and the code of the calendar', () => {
    expect(errorAnswer(invalid, 'calendar', asking({ accept: 'application/problem+json' }, 'GET')).body).toMatchObject({
      code: 'rest_invalid_param',
      errors: [{ parameter: 'tags.0.name' }, { parameter: 'tags.0.name' }, { parameter: 'a/b~c' }],
    });
  });

  it.each([
    ['application/json, application/problem+json', true],
    ['application/problem+json;q=0.1, */*', true],
    ['application/problem+json;q=0', false],
    ['application/json', false],
    ['*/*', false],
    ['application/*', false],
    ['', false],
  ])('is the answer to Accept: %s: %s', (accept, expected) => {
    const type = errorAnswer(invalid, 'content', asking({ accept })).headers['Content-Type'];
    expect(type?.startsWith('application/problem+json')).toBe(expected);
  });
});

describe('the language of errors', () => {
  const languages = {
    en: String,
    de: (english: string) => (english === 'Page not found' ? 'Keine solche Seite' : english),
  };
  const answerTo = (language: string) =>
    errorAnswer(new Problem(404, 'Page not found'), 'content', asking({ 'accept-language': language }), languages);

  it.each([
    ['de', 'de', 'Keine solche Seite'],
    ['de-AT, en;q=0.5', 'de', 'Keine solche Seite'],
    ['fr, en;q=0.5, de;q=0.9', 'de', 'Keine solche Seite'],
    ['en, de;q=0.9', 'en', 'Page not found'],
    ['fr', 'en', 'Page not found'],
    ['*', 'en', 'Page not found'],
  ])('for Accept-Language: %s is %s', (accepted, language, message) => {
    const { headers, body } = answerTo(accepted);
    expect(headers).toMatchObject({ 'Content-Language': language, Vary: 'Accept, Accept-Language' });
    expect(body).toMatchObject({ error: { message } });
  });

  it('is English today', () => {
    const { headers } = errorAnswer(new Problem(404, 'x'), 'content', asking({ 'accept-language': 'de' }));
    expect(headers['Content-Language']).toBe('en');
  });
});

it('a 401 names the scheme Token, and never Basic', () => {
  expect(errorAnswer(new Problem(401, 'Who?'), 'calendar').headers['WWW-Authenticate']).toBe('Token');
});

describe('the registry of error types', () => {
  const page = readFileSync(path.resolve(__dirname, '../../../docs/errors.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z-]+)` +\| ([\d, ]+?) +\| (.+?) +\|/gm)];

  it('equals docs/errors.md', () => {
    const documented = Object.fromEntries(
      rows.map(([, name = '', statuses = '', title = '']) => [
        name,
        { statuses: statuses.split(', ').map(Number), title },
      ]),
    );
    expect(documented).toEqual(PROBLEM_TYPES);
    expect(rows).toHaveLength(Object.keys(PROBLEM_TYPES).length);
  });

  it('has a type for statuses without an entry', () => {
    expect([defaultType(418), defaultType(599)]).toEqual(['malformed-request', 'internal-error']);
  });
});
