import { Problem } from '@almanac/errors';
import { growthFaults } from '@almanac/testing';
import { MAX_PARAMETERS, nested, parametersOf } from './named-values';

const read = (text: string) => nested(parametersOf(text));

describe('parameters', () => {
  it.each<[string, object]>([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a', { a: '' }],
    ['a=1&&b=', { a: '1', b: '' }],
    ['a=1&a=2', { a: '2' }],
    ['?a=1', { '?a': '1' }],
    ['=1', {}],
    ['a=b%20c+d&%C3%BC=%E2%82%AC', { a: 'b c d', ü: '€' }],
    ['a=%zz%', { a: '%zz%' }],
    ['a=1=2', { a: '1=2' }],
  ])('are read from %s', (text, value) => expect(read(text)).toEqual(value));
});

describe('names with brackets', () => {
  it.each<[string, object]>([
    ['a[b]=1&a[c]=2', { a: { b: '1', c: '2' } }],
    ['a%5Bb%5D=1', { a: { b: '1' } }],
    ['a[b][c]=1&a[b][d]=2', { a: { b: { c: '1', d: '2' } } }],
    ['a[b]=1&a[b]=2', { a: { b: '2' } }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[]=', { a: [''] }],
    ['a[1]=y&a[0]=x', { a: ['x', 'y'] }],
    ['a[7]=x', { a: ['x'] }],
    ['a[1500]=y&a[10]=x', { a: ['x', 'y'] }],
    ['a[3]=x&a[]=y', { a: ['x', 'y'] }],
    ['a[999999999]=x&a[]=y', { a: { '999999999': 'x', '1000000000': 'y' } }],
    ['a[01]=x', { a: { '01': 'x' } }],
    ['a[-1]=x', { a: { '-1': 'x' } }],
    ['a[0]=x&a[b]=y', { a: { '0': 'x', b: 'y' } }],
    ['t[0][n]=a&t[0][v]=1&t[1][n]=b', { t: [{ n: 'a', v: '1' }, { n: 'b' }] }],
    ['t[][n]=a&t[][n]=b', { t: [{ n: 'a' }, { n: 'b' }] }],
    ['a=1&a[b]=2', { a: { b: '2' } }],
    ['a[b]=2&a=1', { a: '1' }],
    ['0=x&1=y', { '0': 'x', '1': 'y' }],
  ])('build nested values from %s', (text, value) => expect(read(text)).toEqual(value));

  it.each(['a[b', 'a[b]c', 'a[[b]]', 'a[b][', '[b]', ']', 'a]b'])('are plain names when malformed: %s', (name) =>
    expect(nested([[name, '1']])).toEqual({ [name]: '1' }),
  );

  it('can be __proto__, constructor or hasOwnProperty', () => {
    const value = read('__proto__[a]=1&constructor[prototype][b]=2&c[__proto__]=3&hasOwnProperty=4');
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'c', 'hasOwnProperty']);
    expect(Reflect.has({}, 'a')).toBe(false);
  });

  it('can have up to 32 levels', () => {
    const deep = (levels: number) => `a${'[b]'.repeat(levels - 1)}=1`;
    expect(JSON.stringify(read(deep(32)))).toContain('1');
    expect(() => read(deep(33))).toThrow(new Problem(400, 'A parameter may be nested 32 levels deep at most.'));
  });
});

it('a request can have up to 1,000 parameters', () => {
  const text = (count: number) => Array.from({ length: count }, (_, index) => `a[${index}]=1`).join('&');
  expect(read(text(MAX_PARAMETERS))).toMatchObject({ a: { length: MAX_PARAMETERS } });
  const refusal = new Problem(400, 'A request may have 1000 parameters at most.');
  expect(() => read(text(MAX_PARAMETERS + 1))).toThrow(refusal);
  expect(() => read('&'.repeat(1_000_000))).toThrow(refusal);
});

describe('the parsing time', () => {
  const repeated = (piece: string, more = '') => ({
    [piece]: (characters: number) => piece.repeat(Math.round(characters / piece.length)) + more,
  });

  it('grows linearly with the number of parameters', async () => {
    const counted = (name: (index: number) => string) => (characters: number) =>
      Array.from({ length: Math.round(characters / 10) }, (_, index) => name(index)).join('&');
    const shapes = {
      'items of a list': counted((index) => `a[${index}]`),
      'next items': counted(() => 'a[]'),
      'large numbers': counted((index) => `a[${index * 100}]`),
      objects: counted((index) => `a[x${index}][b]`),
      'one name': counted(() => 'a'),
      'a text and an object in turn': counted((index) => (index % 2 === 0 ? 'a' : 'a[b]')),
    };
    expect(await growthFaults((text) => nested(text.split('&').map((name) => [name, '1'])), shapes)).toEqual([]);
  });

  it('grows linearly with the length of one name', async () => {
    const shapes = {
      ...repeated('['),
      ...repeated(']'),
      ...repeated('a[b'),
      ...repeated('[]'),
      ...repeated('a'),
      ...repeated('a[', ']'),
    };
    const readName = (name: string) => {
      try {
        nested([[`a${name}`, '1']]);
      } catch (fault) {
        if (!(fault instanceof Problem)) throw fault;
      }
    };
    expect(await growthFaults(readName, shapes, { largest: 1_000_000 })).toEqual([]);
  });
});
