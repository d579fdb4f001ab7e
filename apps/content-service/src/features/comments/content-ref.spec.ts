import { contentRefToStore } from './comments.service';

describe('contentRefToStore', () => {
  it.each([
    'bkmrk-intro:123:',
    'bkmrk-intro:123:0-5',
    'bkmrk-intro:123:-5',
    'bkmrk-intro:123:5-',
    'bkmrk-intro:1:-',
    'bkmrk-:1:',
    'bkmrk-a:b:1:',
  ])('keeps the valid reference %s', (given) => expect(contentRefToStore(given)).toBe(given));

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
  ])('returns an empty string for the invalid reference %j', (given) => expect(contentRefToStore(given)).toBe(''));

  it('accepts references of at most 255 characters', () => {
    const ref = (length: number) => `bkmrk-${'x'.repeat(length - 9)}:1:`;
    expect([contentRefToStore(ref(255)), contentRefToStore(ref(256)), contentRefToStore(undefined)]).toEqual([
      ref(255),
      '',
      '',
    ]);
  });
});
