import { Problem } from '@almanac/errors';
import {
  Day,
  FileUpload,
  ImageContent,
  ImageExtension,
  Items,
  MaxLength,
  MinLength,
  Nested,
  Nullable,
  RecordId,
  Required,
  RequiredWithout,
  SafeLink,
  Text,
  Texts,
  UploadedFile,
  validated,
  Whole,
  RecordIds,
  YesNo,
} from './index';

class TagInput {
  @Required() @Text() name!: string;
  @Text() value?: string;
}

class CreateThing {
  @Required() @Text() @MaxLength(5) name!: string;
  @Text() @MinLength(1) @MaxLength(3) nick_name?: string;
  @Whole() priority?: number;
  @Nullable() @RecordId() default_template_id?: number | null;
  @YesNo() archived?: boolean;
  @Items(TagInput, 3) tags?: TagInput[];
  @Nullable() @Nested(TagInput) main_tag?: TagInput | null;
  @Texts() words?: string[];
  @Nullable() @Day() expires_at?: string | null;
  @RecordIds() books?: number[];
  @Text() @MaxLength(5) @SafeLink() link?: string;
  @RequiredWithout('markdown') @Text() html?: string;
  @Text() markdown?: string;
  @Nullable() @ImageExtension() @ImageContent() @FileUpload() image?: UploadedFile | null;
}

const NO_TEXT = 'The nick name must be a string.';
const TOO_SHORT = 'The nick name must be at least 1 characters.';
const TOO_LONG = 'The nick name may not be greater than 3 characters.';
const UNSAFE = 'The provided link may not be safe.';

function refusal(input: object): unknown {
  try {
    validated(CreateThing, { name: 'ok', html: 'x', ...input });
  } catch (error) {
    if (error instanceof Problem) return error.details.fields;
    throw error;
  }
  return 'accepted';
}

describe('validated', () => {
  it.each<[string, object, object]>([
    ['a missing required field', { name: undefined }, { name: ['The name field is required.'] }],
    ['a null required field', { name: null }, { name: ['The name field is required.'] }],
    ['an empty required field', { name: '' }, { name: ['The name field is required.'] }],
    ['a number for a text', { name: 5 }, { name: ['The name must be a string.'] }],
    ['a text that is too long', { name: 'abcdef' }, { name: ['The name may not be greater than 5 characters.'] }],
    [
      'an empty text where one character is the least',
      { nick_name: '' },
      { nick_name: ['The nick name must be at least 1 characters.'] },
    ],
    ['a null for a text', { nick_name: null }, { nick_name: [NO_TEXT, TOO_SHORT] }],
    ['an empty list for a text', { nick_name: [] }, { nick_name: [NO_TEXT, TOO_SHORT] }],
    ['an empty object for a text', { nick_name: {} }, { nick_name: [NO_TEXT, TOO_SHORT] }],
    ['false for a text', { nick_name: false }, { nick_name: [NO_TEXT, TOO_SHORT] }],
    ['true for a text', { nick_name: true }, { nick_name: [NO_TEXT] }],
    ['a number for a text', { nick_name: 123 }, { nick_name: [NO_TEXT] }],
    ['a long number for a text', { nick_name: 1234 }, { nick_name: [NO_TEXT, TOO_LONG] }],
    ['a long list for a text', { nick_name: [1, 2, 3, 4] }, { nick_name: [NO_TEXT, TOO_LONG] }],
    [
      'an unsafe link that is too long',
      { link: 'data:x' },
      { link: ['The link may not be greater than 5 characters.', UNSAFE] },
    ],
    ['a word for an integer', { priority: 'high' }, { priority: ['The priority must be an integer.'] }],
    ['a fraction for an integer', { priority: 1.5 }, { priority: ['The priority must be an integer.'] }],
    [
      'a word for an id',
      { default_template_id: 'abc' },
      { default_template_id: ['The default template id must be an integer.'] },
    ],
    ['the word true', { archived: 'true' }, { archived: ['The archived field must be true or false.'] }],
    ['a text for a list', { tags: 'a,b' }, { tags: ['The tags must be an array.'] }],
    [
      'an item without its required field',
      { tags: [{ value: 'v' }] },
      { 'tags.0.name': ['The tags.0.name field is required.'] },
    ],
    ['an item that is no object', { tags: ['x'] }, { 'tags.0': ['The tags.0 must be an object.'] }],
    ['an item that is a list', { tags: [[]] }, { 'tags.0': ['The tags.0 must be an object.'] }],
    ['an item that is null', { tags: [null] }, { 'tags.0': ['The tags.0 must be an object.'] }],
    ['more items than there may be', { tags: [1, 2, 3, 4] }, { tags: ['The tags may not have more than 3 items.'] }],
    [
      'a thousand and one ids',
      { books: Array.from({ length: 1_001 }, () => 'x') },
      { books: ['The books may not have more than 1000 items.'] },
    ],
    ['a list for an object', { main_tag: [] }, { main_tag: ['The main tag must be an object.'] }],
    [
      'an object without its required field',
      { main_tag: {} },
      { 'main_tag.name': ['The main_tag.name field is required.'] },
    ],
    [
      'a day that does not exist',
      { expires_at: '2026-02-30' },
      { expires_at: ['The expires at does not match the format Y-m-d.'] },
    ],
    [
      'words in a list of ids',
      { books: [1, 'x', null, '2'] },
      { 'books.1': ['The books.1 must be an integer.'], 'books.2': ['The books.2 must be an integer.'] },
    ],
    ['a text for a list of ids', { books: '1' }, { books: ['The books must be an array.'] }],
    [
      'neither of two alternatives',
      { html: undefined },
      { html: ['The html field is required when markdown is not present.'] },
    ],
    ['a text for a file', { image: 'x' }, { image: ['The image must be provided as a valid file.'] }],
    [
      'a file that is too large',
      { image: new UploadedFile('p', 'a.png', 1025, 1024, 'image/png') },
      { image: ['The image may not be greater than 1 kilobytes.'] },
    ],
    [
      'a file that is no image',
      { image: new UploadedFile('p', 'a.txt', 1025, 1024, 'text/plain') },
      {
        image: [
          'The image must have a valid & supported image extension.',
          'The image must be a file of type: jpeg, png, gif, webp, avif.',
          'The image may not be greater than 1 kilobytes.',
        ],
      },
    ],
    [
      'a file with another ending',
      { image: new UploadedFile('p', 'a.txt', 1, 1024, 'image/png') },
      { image: ['The image must have a valid & supported image extension.'] },
    ],
  ])('refuses %s', (_, input, messages) => expect(refusal(input)).toEqual(messages));

  it('converts form text, keeps allowed nulls and drops undeclared fields', () => {
    const image = new UploadedFile('p', 'a.PNG', 1024, 1024, 'image/png');
    const dto = validated(CreateThing, {
      name: 'ok',
      html: 'x',
      priority: '7',
      default_template_id: null,
      archived: '1',
      tags: [{ name: 'a', odd: 1 }],
      books: ['3', 4],
      image,
      extra: true,
    });
    expect(Object.fromEntries(Object.entries(dto))).toEqual({
      name: 'ok',
      html: 'x',
      priority: 7,
      default_template_id: null,
      archived: true,
      tags: [{ name: 'a' }],
      books: [3, 4],
      image,
    });
    expect(dto.image).toBe(image);
    expect('nick_name' in dto).toBe(false);
  });

  it('reads an empty text as null or as missing in fields that are not texts', () => {
    const empty = {
      priority: '',
      archived: '',
      tags: '',
      books: '',
      words: '',
      default_template_id: '',
      main_tag: '',
      expires_at: '',
      image: '',
    };
    expect(Object.fromEntries(Object.entries(validated(CreateThing, { name: 'ok', html: 'x', ...empty })))).toEqual({
      name: 'ok',
      html: 'x',
      default_template_id: null,
      main_tag: null,
      expires_at: null,
      image: null,
    });
  });

  it('converts an object to the list of its values, in order', () => {
    const lists = {
      books: { 0: '5', 2: 7 },
      words: { a: 'x', 1500: 'y' },
      tags: { first: { name: 'a' }, second: { name: 'b' } },
    };
    expect(validated(CreateThing, { name: 'ok', html: 'x', ...lists })).toMatchObject({
      books: [5, 7],
      words: ['y', 'x'],
      tags: [{ name: 'a' }, { name: 'b' }],
    });
  });

  it('ignores members with names such as constructor and __proto__', () => {
    expect(refusal(JSON.parse('{"name": {"constructor": 1}}') as object)).toEqual({
      name: ['The name must be a string.'],
    });
    expect(
      refusal(
        JSON.parse(
          '{"constructor": 1, "__proto__": {"archived": "x"}, "tags": [{"name": "a", "constructor": {}}]}',
        ) as object,
      ),
    ).toBe('accepted');
  });

  it('converts an id that is too large for a column to -1', () => {
    expect(
      validated(CreateThing, { name: 'ok', html: 'x', default_template_id: 99_999_999_999 }).default_template_id,
    ).toBe(-1);
    expect(validated(CreateThing, { name: 'ok', html: 'x', books: [99_999_999_999] }).books).toEqual([-1]);
  });
});
