import { Problem } from '@almanac/errors';
import {
  AlphaDash,
  EmailAddress,
  MaxLength,
  MaxLengthWithoutImages,
  OneOf,
  SafeLink,
  validated,
  WebAddress,
} from '../index';

const IMAGE = 'data:image/png;base64,iVBORw0KGgo=';

class Narrowed {
  @EmailAddress() email?: string;
  @AlphaDash() language?: string;
  @OneOf('gallery', 'drawio') type?: string;
  @SafeLink() link?: string;
  @WebAddress() url?: string;
  @MaxLength(4) name?: string;
  @MaxLengthWithoutImages(10) html?: string;
}

function refusal(input: object): unknown {
  try {
    validated(Narrowed, input);
  } catch (error) {
    if (error instanceof Problem) return error.details.fields;
    throw error;
  }
  return 'accepted';
}

describe('validation rules for texts', () => {
  it.each<[object, object]>([
    ...[
      'nobody',
      'a@',
      '@b.de',
      'a b@c.de',
      'a@b c.de',
      'a@b@c.de',
      'a..b@c.de',
      '.a@b.de',
      'a@b..de',
      'a@b.de.',
      'a@-b.de',
      'a@b,de',
      '<a@b.de>',
    ].map((email): [object, object] => [{ email }, { email: ['The email must be a valid email address.'] }]),
    [{ email: 5 }, { email: ['The email must be a valid email address.'] }],
    [{ language: 'en us' }, { language: ['The language may only contain letters, numbers, dashes and underscores.'] }],
    [{ language: 1.5 }, { language: ['The language may only contain letters, numbers, dashes and underscores.'] }],
    [{ type: 'cover_book' }, { type: ['The selected type is invalid.'] }],
    [{ link: 'javascript:alert(1)' }, { link: ['The provided link may not be safe.'] }],
    [{ link: ' DATA:text/html,x' }, { link: ['The provided link may not be safe.'] }],
    [{ link: 'java\n\tscript:alert(1)' }, { link: ['The provided link may not be safe.'] }],
    [{ link: '\u0001vbscript:x' }, { link: ['The provided link may not be safe.'] }],
    [{ name: 'abcde' }, { name: ['The name may not be greater than 4 characters.'] }],
    [{ name: '💥'.repeat(5) }, { name: ['The name may not be greater than 4 characters.'] }],
    [{ html: 'x'.repeat(11) }, { html: ['The html may not be greater than 10 characters.'] }],
    [{ html: `${IMAGE}"${'x'.repeat(11)}` }, { html: ['The html may not be greater than 10 characters.'] }],
    [{ url: 'abc' }, { url: ['The url format is invalid.'] }],
    [{ url: 'https://' }, { url: ['The url format is invalid.'] }],
    [{ url: 'https://a b' }, { url: ['The url format is invalid.'] }],
  ])('refuse %j', (input, messages) => expect(refusal(input)).toEqual(messages));

  it.each([
    {},
    ...['a@example.com', "o'neil+x@mail.example.com", 'root@localhost', 'a@b', 'a@b.c', 'ü@bü.de', 'a@[127.0.0.1]'].map(
      (email) => ({ email }),
    ),
    { name: '💥'.repeat(4) },
    { html: `<p>${IMAGE}"</p>${IMAGE}` },
    { language: 'en_GB-x' },
    { language: 5 },
    { type: 'drawio' },
    { link: 'mailto:a@example.com' },
    { link: '' },
    { link: '/javascript:is/a/path' },
    { url: 'http://localhost:8080/a.png' },
  ])('accept %j', (input) => expect(refusal(input)).toBe('accepted'));
});
