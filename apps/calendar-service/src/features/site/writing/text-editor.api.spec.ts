import { csrfIn, type VisitingBrowser } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import { picture } from '../../../testing/image-host';
import { browserOf } from '../../../testing/page-visitors';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

const FORM = '/events/community/add';

async function send(browser: VisitingBrowser, path: string, values: Record<string, string | Blob>) {
  const form = new FormData();
  form.append('_csrf', csrfIn((await browser.get(FORM)).text));
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  return browser.send('POST', `/events/community/${path}`, form);
}

describe('the text editor of a description', () => {
  it.each([
    ['', []],
    [
      'One\r\n\r\ntwo & <b>three</b>',
      [
        ['One\n\n', '<p>One</p>'],
        ['two & <b>three</b>', '<p>two &amp; <b>three</b></p>'],
      ],
    ],
    [
      '<p class="x">a</p>\n<p>b</p>',
      [
        ['<p class="x">a</p>\n', '<p>a</p>'],
        ['<p>b</p>', '<p>b</p>'],
      ],
    ],
  ])('is told the blocks of %j', async (text, blocks) => {
    const { status, text: answer } = await send(browserOf(app, app.given.editor()), 'text-blocks', { text });
    expect([status, JSON.parse(answer)]).toEqual([200, { blocks: blocks.map(([text, html]) => ({ text, html })) }]);
  });

  it.each([['<em>a\n\n<p>b</p></em>'.repeat(2_000)], ['<b>'.repeat(100_000)], ['a\n\n'.repeat(3_000)]])(
    'is told no blocks of a text that has too many or too deep ones: %.30s',
    async (text) => {
      const { status, text: answer } = await send(browserOf(app, app.given.editor()), 'text-blocks', { text });
      const { blocks } = JSON.parse(answer);
      expect([status, blocks?.length ?? 1]).toEqual([200, 1]);
    },
  );

  it('stores an image, which the description then shows', async () => {
    const browser = browserOf(app, app.given.editor());
    const image = new Blob([await picture(40, 30)], { type: 'image/png' });
    const { status, text } = await send(browser, 'text-images', { image });
    const { url } = JSON.parse(text);
    expect([status, url]).toEqual([201, expect.stringMatching(/\/calendar\/events\/v1\/uploads\/images\/.+\.png$/)]);
    const file = await fetch(app.api.baseUrl + new URL(url).pathname);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    const event = await app.given.event({ description: `<p><img src="${url}" alt="A boat"></p>` });
    expect(event.description).toContain(`<img src="${url}" alt="A boat" />`);
  });

  it('stores nothing for those who may not upload, and no file that is no image', async () => {
    const image = new Blob([await picture(40, 30)], { type: 'image/png' });
    const author = app.given.contributor();
    expect((await browserOf(app, author).get(FORM)).status).toBe(200);
    const images = () => app.database.query('SELECT id FROM images');
    const before = await images();
    expect((await send(browserOf(app, author), 'text-images', { image })).status).toBe(303);
    expect((await send(browserOf(app, app.given.editor()), 'text-images', { image: 'a.png' })).status).toBe(303);
    const text = new Blob(['text'], { type: 'image/png' });
    expect((await send(browserOf(app, app.given.editor()), 'text-images', { image: text })).status).toBe(303);
    expect(await images()).toEqual(before);
    expect((await browserOf(app, author).get(FORM)).text).not.toContain('data-images-to');
  });
});
