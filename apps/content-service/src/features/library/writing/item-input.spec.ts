import { isChangedText } from '@almanac/web';
import { inTypedOrder, isPlain } from './item-input';

const PRESENT = ['a', 'b', 'c', 'd'];

describe('inTypedOrder', () => {
  it.each<[string, Record<string, string>, string]>([
    ['nothing is changed', { a: '1', b: '2', c: '3', d: '4' }, 'abcd'],
    ['the last one goes to the top', { a: '1', b: '2', c: '3', d: '1' }, 'dabc'],
    ['the first one goes down', { a: '3', b: '2', c: '3', d: '4' }, 'bcad'],
    ['two change places', { a: '4', b: '2', c: '3', d: '1' }, 'dbca'],
    ['a new one comes in', { a: '1', b: '2', c: '3', d: '4', e: '2' }, 'aebcd'],
    ['one has no number', { a: '1', b: '', c: '3', d: 'x' }, 'ac'],
  ])('when %s', (_what, places, expected) => {
    expect(inTypedOrder(places, PRESENT).join('')).toBe(expected);
  });

  it.each([undefined, null, 'text', 7, [], [['1']]])('of %j is empty', (places) => {
    expect(inTypedOrder(places, PRESENT)).toEqual([]);
  });

  it('takes thousands of entries', () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}`);
    const places = Object.fromEntries(keys.map((key, index) => [key, String(keys.length - index)]));
    expect(inTypedOrder(places, keys)).toEqual(keys.toReversed());
  });
});

it.each([
  ['a\r\nb ', 'a\nb', false],
  ['a\rb', 'a\nb', false],
  ['a b', 'a\nb', true],
  ['', 'a', true],
  [undefined, 'a', false],
  [['a'], 'b', false],
])('isChangedText tells that %j instead of %j is a change: %j', (sent, stored, expected) => {
  expect(isChangedText(sent, stored)).toBe(expected);
});

it.each([
  ['<p>a<br>\nb</p>', true],
  ['<P>a</P><br/>', true],
  ['a &lt;b&gt;', true],
  ['<p>a <strong>b</strong></p>', false],
  ['<p class="x">a</p>', false],
  ['<pre>a</pre>', false],
])('isPlain tells that %j needs no formatting: %j', (html, expected) => {
  expect(isPlain(html)).toBe(expected);
});
