import { createHash } from 'node:crypto';
import { ATTACKS } from '../../testing/data/attack-strings.data';
import { MISNESTED_HTML } from '../../testing/data/misnested.data';
import { RECORDED_HTML, RECORDED_INCLUDED, RECORDED_MARKDOWN } from '../../testing/data/recorded-pages.data';
import { type PageToRender, RENDERER_VERSION, renderPage } from './render-page';
import { RenderedHtmlCache } from './rendered-html-cache';

const letters = 'jfha';
const pages: ReadonlyMap<number, string> = RECORDED_INCLUDED;
const none: ReadonlyMap<number, string> = new Map();
const htmlOf = async (page: PageToRender) => (await renderPage(page)).html;
const newCache = (maxBytes: number) => new RenderedHtmlCache(maxBytes, renderPage);

describe('a rendered page', () => {
  it.each([...RECORDED_HTML, ...RECORDED_MARKDOWN])('is as recorded: $name', async ({ stored, rendered }) => {
    expect(await htmlOf({ html: stored, pages, letters })).toBe(rendered ?? stored);
  });

  it('omits included pages that the reader cannot see', async () => {
    const html = '<p id="bkmrk-i8">Pre {{@7#bkmrk-para}} post</p>';
    expect(await htmlOf({ html, pages: none, letters })).toBe('<p id="bkmrk-i8">Pre  post</p>');
  });

  it('has unique ids across included pages', async () => {
    const html = '<p id="bkmrk-para">own</p><div id="bkmrk-d">{{@7}}</div>';
    expect(await htmlOf({ html, pages: new Map([[7, '<p id="bkmrk-para">theirs</p>']]), letters })).toBe(
      '<p id="bkmrk-para">own</p><div id="bkmrk-d"><p id="bkmrk-theirs">theirs</p></div>',
    );
  });

  it('filters included content', async () => {
    const html = await htmlOf({
      html: '<p>{{@7}}</p>',
      pages: new Map([[7, '<p onclick="x()">a<script>b</script></p>']]),
      letters,
    });
    expect(html).toBe('<p id="bkmrk-ab">a</p>');
  });

  it('splits a link around an included link', async () => {
    const included = new Map([[7, '<p id="bkmrk-l"><a href="/b">l</a></p>']]);
    const html = await htmlOf({ html: '<p><a href="/a">a {{@7#bkmrk-l}} c</a></p>', pages: included, letters });
    expect(html).toBe('<p id="bkmrk-a-l-c"><a href="/a">a </a><a href="/b">l</a><a href="/a"> c</a></p>');
  });

  it('equals the stored HTML when no filter is on', async () => {
    const html = '<p onclick="x()">a<script>b</script></p>';
    expect(await htmlOf({ html, pages, letters: '' })).toBe(html);
  });
});

it('the version of the renderer is raised with each change of its output', async () => {
  const stored = [...RECORDED_HTML, ...RECORDED_MARKDOWN].map((page) => page.stored);
  const texts = [...stored, ...MISNESTED_HTML, ...Object.values(ATTACKS).flat(), '<img>', '<img src="cid:a">'];
  const output = createHash('sha256');
  for (const html of [...texts, ...texts.map((text) => `<p>a${text}<b>b</b></p>`)])
    output.update(await htmlOf({ html, pages, letters }));
  // If the digest differs, write the new one here and raise the version. Clients with an earlier ETag would keep the earlier output.
  expect({ version: RENDERER_VERSION, digest: output.digest('hex') }).toEqual({
    version: 7,
    digest: '95218111d92dfde5dc838c24e0bf6e62aeaaceaa663f2020966c7264b24716f6',
  });
});

describe('the cache of rendered pages', () => {
  it('returns a cached result on the second request', async () => {
    const cache = newCache(100_000);
    const page = { html: '<p id="bkmrk-a">a<!-- c --></p>', pages, letters };
    const rendered = [await cache.render(page), await cache.render(page)];
    expect(rendered).toEqual(['<p id="bkmrk-a">a</p>', '<p id="bkmrk-a">a</p>']);
    expect(cache.size).toBe(1);
  });

  it('separates results by filter settings', async () => {
    const cache = newCache(100_000);
    const html = '<form><p>a</p></form>';
    expect(await cache.render({ html, pages, letters: 'jfha' })).toBe('');
    expect(await cache.render({ html, pages, letters: 'j' })).toBe(html);
  });

  it.each(['<p>{{@7#bkmrk-sec}}</p>', '<p>{{&#64;7#bkmrk-sec}}</p>', '<p>&#123;{@7#bkmrk-sec}}</p>'])(
    'never keeps a page with includes: %s',
    async (html) => {
      const cache = newCache(100_000);
      expect(await cache.render({ html, pages, letters })).toContain('Section title');
      expect(await cache.render({ html, pages: none, letters })).not.toContain('Section title');
      expect(cache.size).toBe(0);
    },
  );

  it('is read but not filled by requests with keep: false', async () => {
    const cache = newCache(100_000);
    const html = '<p>a</p>';
    await cache.render({ html, pages, letters }, { keep: false });
    expect(cache.size).toBe(0);
    const kept = await cache.render({ html, pages, letters });
    expect(await cache.render({ html, pages, letters }, { keep: false })).toBe(kept);
    expect(cache.size).toBe(1);
  });

  it('stays within its size limit', async () => {
    const cache = newCache(50_000);
    for (let i = 0; i < 20; i++) await cache.render({ html: `<p>${i}${'x'.repeat(10_000)}</p>`, pages, letters });
    expect(cache.size).toBe(2);
  });
});
