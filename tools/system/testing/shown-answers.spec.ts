import { answerFaults, stepsOf } from './shown-answers';

const REAL = JSON.stringify({
  id: 7,
  name: 'Handbook',
  created_at: '2031-01-01T10:00:00.000000Z',
  url: 'http://localhost:8080/pages/7',
  secret: 'whsec_abc',
  tags: [{ name: 'state' }, { name: 'rank' }],
});
const faultsOf = (text: string, real = REAL, language = 'json'): string[] =>
  answerFaults({ commands: '', answer: { language, text } }, real);

describe('an answer that a guide shows', () => {
  it.each([
    ['further members', '{ "name": "Handbook", … }'],
    ['further elements', '{ "tags": [{ "name": "state" }, …], … }'],
    ['another id', '{ "id": 12, … }'],
    ['another time', '{ "created_at": "2030-12-31T23:59:59.000000Z", … }'],
    ['another id in an address', '{ "url": "http://localhost:8080/pages/12", … }'],
    ['any value', '{ "id": …, "tags": …, … }'],
    ['a part of a text', '{ "secret": "whsec_…", … }'],
  ])('may leave out or differ in %s', (_title, text) => {
    expect(faultsOf(text)).toEqual([]);
  });

  it.each([
    ['another value', '{ "name": "Manual", … }'],
    ['any value of a member that is missing', '{ "nam": …, … }'],
    ['a member that is missing', '{ "nam": "Handbook", … }'],
    ['too few members without an ellipsis', '{ "id": 7, "name": "Handbook" }'],
    ['too few elements without an ellipsis', '{ "tags": [{ "name": "state" }], … }'],
    ['an id of another form', '{ "id": "7", … }'],
    ['a time of another form', '{ "created_at": "2030-12-31", … }'],
    ['no JSON', '{ "id": }'],
  ])('is refused with %s', (_title, text) => {
    expect(faultsOf(text)).not.toEqual([]);
  });

  it('compares lines of text, with other figures of the rate limit but the same status', () => {
    const real = 'HTTP/1.1 304 Not Modified\r\nRateLimit: "default";r=5;t=1\r\n';
    expect(faultsOf('HTTP/1.1 304 Not Modified\nratelimit: "default";r=179;t=42\n', real, 'text')).toEqual([]);
    expect(faultsOf('HTTP/1.1 304 Not Modified\n…\n', real, 'text')).toEqual([]);
    expect(faultsOf('HTTP/1.1 200 OK\n…\n', real, 'text')).not.toEqual([]);
    expect(faultsOf('HTTP/1.1 304 Not Modified\n', real, 'text')).not.toEqual([]);
  });

  it('must be there when the commands print something', () => {
    expect(answerFaults({ commands: 'echo' }, 'text')).toEqual([expect.any(String)]);
    expect(answerFaults({ commands: ':' }, '\n')).toEqual([]);
  });
});

it('the answer of a block of commands is directly under it', () => {
  const fence = '```';
  const guide = [
    `${fence}sh`,
    'one',
    fence,
    '',
    `${fence}json`,
    '{}',
    fence,
    '',
    `${fence}sh`,
    'two',
    fence,
    'Words',
    `${fence}json`,
    '{}',
    fence,
  ];
  const steps = stepsOf(guide.join('\n'));
  expect(steps.map(({ commands, answer }) => [commands, answer?.text])).toEqual([
    ['one\n', '{}\n'],
    ['two\n', undefined],
  ]);
});
