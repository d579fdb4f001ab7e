import { contentRefToStore } from './content-ref';

describe('a reference to a block of the page', () => {
  it.each([
    'bkmrk-intro:123:',
    'bkmrk-intro:123:0-5',
    'bkmrk-intro:123:-5',
    'bkmrk-intro:123:5-',
    'bkmrk-intro:1:-',
    'bkmrk-:1:',
    'bkmrk-a:b:1:',
  ])('%s is kept', (given) => expect(contentRefToStore(given)).toBe(given));

  it.each([
    '',
    'not a ref',
    'bkmrk-intro',
    'bkmrk-intro:123',
    'bkmrk-intro::',
    'bkmrk-intro:x:',
    'bkmrk-intro:123:5',
    'bkmrk-intro:123:a-b',
    'x bkmrk-intro:123:',
    'bkmrk-intro:123: x',
  ])('%j is none', (given) => expect(contentRefToStore(given)).toBe(''));

  it('has room for 255 characters', () => {
    const ref = (length: number) => `bkmrk-${'x'.repeat(length - 9)}:1:`;
    expect([contentRefToStore(ref(255)), contentRefToStore(ref(256)), contentRefToStore(undefined)]).toEqual([
      ref(255),
      '',
      '',
    ]);
  });
});
