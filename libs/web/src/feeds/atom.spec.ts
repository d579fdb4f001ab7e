import { atomFeed } from './atom';

const PAGE = 'https://docs.example/';
const FEED = { title: 'Changes', author: 'Almanac', address: `${PAGE}feed.atom`, page: PAGE };
const ENTRY = { id: `${PAGE}link/1`, title: 'Boats', page: `${PAGE}books/a/page/b`, updated: new Date('2026-11-23') };

describe('atomFeed', () => {
  it('was changed with its newest entry', () => {
    const feed = atomFeed({ ...FEED, entries: [ENTRY, { ...ENTRY, updated: new Date('2026-11-01') }] });
    expect(feed).toContain('</title>\n<updated>2026-11-23T00:00:00.000Z</updated>');
  });

  it('is complete without entries', () => {
    expect(atomFeed({ ...FEED, entries: [] })).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  });

  it.each([
    ['<b>&"', '&lt;b&gt;&amp;&quot;'],
    ['a\u0000b\u000Bc\uFFFEd\uD800e', 'abcde'],
    ['Zoë 🚣', 'Zoë 🚣'],
  ])('writes the text %j so that XML can contain it', (title, written) => {
    expect(atomFeed({ ...FEED, entries: [{ ...ENTRY, title }] })).toContain(
      `<title>${written}</title><updated>2026-11-23T00:00:00.000Z</updated><link rel="alternate" type="text/html" href="${ENTRY.page}"/>`,
    );
  });
});
