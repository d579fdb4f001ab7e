import fc from 'fast-check';
import { excerpt, highlight } from './preview';

describe('a highlighted text', () => {
  it.each([
    ['marks words', 'Book cat', ['cat'], 'Book <strong>cat</strong>'],
    ['marks texts inside words', 'cats scat', ['cat'], '<strong>cat</strong>s s<strong>cat</strong>'],
    [
      'marks without case and accents',
      'Ein CAFÉ, große Straße',
      ['cafe', 'strasse'],
      'Ein <strong>CAFÉ</strong>, große <strong>Straße</strong>',
    ],
    ['marks once where matches overlap', 'big cats', ['big cat', 'cat'], '<strong>big cat</strong>s'],
    [
      'marks the last of several matches that begin together',
      'big cats',
      ['big cat', 'big'],
      '<strong>big</strong> cats',
    ],
    ['marks pairs of characters in languages without spaces', '日本語', ['本'], '日<strong>本</strong>語'],
    [
      'escapes everything else',
      `<b title="x">'&'</b>`,
      ['cat'],
      '&lt;b title=&quot;x&quot;&gt;&#039;&amp;&#039;&lt;/b&gt;',
    ],
    ['escapes markup in matches', 'a<b', ['a<b'], '<strong>a&lt;b</strong>'],
    ['of an empty text is empty', '', ['cat'], ''],
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
      `...${`${long(100)} cat`.slice(-256, -3)}<strong>cat</strong>`,
    ],
  ])('%s', (_rule, text, html) => expect(excerpt(text, ['cat'])).toBe(html));

  it('shows the surroundings of several matches, separated by gaps', () => {
    const text = Array.from({ length: 6 }, () => `${long(20)} cat ${long(20)}`).join(' ');
    const html = excerpt(text, ['cat']);
    expect(html).toMatch(/^ \.\.\..{1,32}<strong>cat<\/strong>.{1,32} \.\.\..{1,32}<strong>cat<\/strong>/);
    expect(html.endsWith('...')).toBe(true);
    expect(html.replaceAll(/<\/?strong>/g, '').length).toBeLessThan(330);
  });

  it('contains no tags except strong and no broken characters for any text', () => {
    const character = fc.oneof(
      fc.constantFrom('<', '>', '&', '"', 'a', 'b', 'é', 'ß', '𝔘', '日', ' ', '</strong>', '<strong>'),
      fc.string({ unit: 'binary', maxLength: 2 }),
    );
    const texts = fc.array(character, { maxLength: 500 }).map((parts) => parts.join(''));
    const needle = fc.oneof(
      fc.constantFrom('a', 'ss', '<', '&amp;', 'strong', '<strong>'),
      fc.string({ maxLength: 3 }),
    );
    const needles = fc.array(needle, { maxLength: 5 });
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

  it('separates contexts that touch, and marks no match after the last context', () => {
    const text = `cat ${'.'.repeat(40)} cat ${'-'.repeat(600)} cat ${'='.repeat(100)} cat ${'+'.repeat(100)} cat, cat`;
    expect(excerpt(text, ['cat'])).toBe(
      `<strong>cat</strong> ${'.'.repeat(31)} ...${'.'.repeat(9)} <strong>cat</strong> ${'-'.repeat(31)} ...${'-'.repeat(31)} ` +
        `<strong>cat</strong> ${'='.repeat(31)} ...${'='.repeat(31)} <strong>cat</strong> ${'+'.repeat(31)} ...${'+'.repeat(31)} ` +
        '<strong>cat</strong>, cat',
    );
  });

  it('stays below 5,000 characters for a long text full of matches', () => {
    expect(excerpt('a '.repeat(500_000), ['a']).length).toBeLessThan(5_000);
  });
});
