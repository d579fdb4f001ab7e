import fc from 'fast-check';
import { excerpt, highlight, type Needle } from './preview';

const word = (text: string): Needle => ({ text, atWordStart: true });
const exact = (text: string): Needle => ({ text, atWordStart: false });

describe('a highlighted text', () => {
  it.each([
    ['marks words', 'Book cat', [word('cat')], 'Book <strong>cat</strong>'],
    [
      'marks the beginnings of words',
      'cats (cat) scat',
      [word('cat')],
      '<strong>cat</strong>s (<strong>cat</strong>) scat',
    ],
    ['marks exact texts anywhere', 'scat', [exact('cat')], 's<strong>cat</strong>'],
    [
      'marks without case and accents',
      'Ein CAFÉ, große Straße',
      [word('cafe'), word('strasse')],
      'Ein <strong>CAFÉ</strong>, große <strong>Straße</strong>',
    ],
    ['marks once where matches overlap', 'big cats', [exact('big cat'), word('cat')], '<strong>big cat</strong>s'],
    ['marks pairs of characters in languages without spaces', '日本語', [word('本')], '日<strong>本</strong>語'],
    [
      'escapes everything else',
      `<b title="x">'&'</b>`,
      [word('cat')],
      '&lt;b title=&quot;x&quot;&gt;&#039;&amp;&#039;&lt;/b&gt;',
    ],
    ['escapes markup in matches', 'a<b', [exact('a<b')], '<strong>a&lt;b</strong>'],
    ['of an empty text is empty', '', [word('cat')], ''],
  ])('%s', (_rule, text, needles, html) => expect(highlight(text, needles)).toBe(html));
});

const long = (count: number) => 'filler '.repeat(count).trim();

describe('an excerpt', () => {
  it.each([
    ['is the whole text when it is short', 'All about cat things', 'All about <strong>cat</strong> things'],
    ['is the beginning when nothing matches', long(100), `${long(100).slice(0, 260)}...`],
    ['is filled up to the end of the text', `cat ${long(100)}`, `<strong>cat</strong> ${long(100).slice(0, 256)}...`],
    [
      'is filled up from the beginning when the end is near',
      `${long(100)} cat`,
      `...${`${long(100)} cat`.slice(-260, -3)}<strong>cat</strong>`,
    ],
  ])('%s', (_rule, text, html) => expect(excerpt(text, [word('cat')])).toBe(html));

  it('shows the surroundings of several matches, separated by gaps', () => {
    const text = Array.from({ length: 6 }, () => `${long(20)} cat ${long(20)}`).join(' ');
    const html = excerpt(text, [word('cat')]);
    expect(html).toMatch(/^ \.\.\..{1,32}<strong>cat<\/strong>.{1,32} \.\.\..{1,32}<strong>cat<\/strong>/);
    expect(html.endsWith('...')).toBe(true);
    expect(html.replaceAll(/<\/?strong>/g, '').length).toBeLessThan(330);
  });

  it('marks only the beginnings of words', () =>
    expect(excerpt('scat cat', [word('cat')])).toBe('scat <strong>cat</strong>'));

  it('contains no tags except strong and no broken characters for any text', () => {
    const character = fc.oneof(
      fc.constantFrom('<', '>', '&', '"', 'a', 'b', 'é', 'ß', '𝔘', '日', ' ', '</strong>', '<strong>'),
      fc.string({ unit: 'binary', maxLength: 2 }),
    );
    const texts = fc.array(character, { maxLength: 500 }).map((parts) => parts.join(''));
    const needles = fc.array(
      fc.record({
        text: fc.oneof(fc.constantFrom('a', 'ss', '<', '&amp;', 'strong', '<strong>'), fc.string({ maxLength: 3 })),
        atWordStart: fc.boolean(),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(texts, needles, (text, wanted) => {
        for (const html of [excerpt(text, wanted), highlight(text, wanted)]) {
          expect(html.replaceAll(/<strong>[^<>]*<\/strong>/gsu, '')).not.toMatch(/[<>]/);
          expect(html.replaceAll(/&(amp|lt|gt|quot|#039);/g, '')).not.toContain('&');
          expect(html.isWellFormed() || !text.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('stays below 5,000 characters for a long text full of matches', () => {
    expect(excerpt('a '.repeat(500_000), [word('a')]).length).toBeLessThan(5_000);
  });
});
