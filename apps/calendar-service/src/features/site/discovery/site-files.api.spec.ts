import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import { browserOf, visit } from '../../../testing/page-visitors';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
  await app.given.venue({ venue: 'Town hall' });
  await app.given.event({ title: 'Public <3 & new', excerpt: 'Come & see' });
  await app.given.event({ title: 'Secret draft', status: 'draft' });
  await app.given.event({ title: 'Locked party', excerpt: 'The hidden text', password: 'open sesame' });
  await app.given.event({ title: 'Long over', start_date: '2020-05-01 10:00', end_date: '2020-05-01 11:00' });
});
afterAll(() => app.close());

describe('GET /events/sitemap.xml', () => {
  it('lists the pages that strangers may open', async () => {
    const { headers, text } = await app.api.atRoot().get('/events/sitemap.xml');
    expect(headers.get('content-type')).toContain('application/xml');
    const paths = Array.from(text.matchAll(/<loc>https:\/\/calendar\.example([^<]+)<\/loc>/g), ([, path = '']) => path);
    expect(paths).toEqual(expect.arrayContaining(['/events/', '/venue/town-hall/', '/event/long-over/']));
    for (const hidden of ['secret-draft', 'locked-party']) expect(text).not.toContain(hidden);
    for (const path of paths) expect((await visit(app, path)).status).toBe(200);
  });
});

describe('GET /events/feed.atom', () => {
  it('lists the public events that are not over', async () => {
    const { headers, text } = await app.api.atRoot().get('/events/feed.atom');
    expect(headers.get('content-type')).toContain('application/atom+xml');
    expect(text).toContain('<summary>Come &amp; see</summary>');
    expect(text).toContain('<title>Locked party</title>');
    for (const hidden of ['Secret draft', 'The hidden text', 'Long over']) expect(text).not.toContain(hidden);
    for (const member of ['id', 'title', 'updated', 'author']) expect(text).toContain(`<${member}>`);
  });
});

describe('GET /events/embed', () => {
  it('lists public events for other sites, without a cookie', async () => {
    const { status, headers, text } = await visit(app, '/events/embed');
    expect([status, headers.get('set-cookie')]).toEqual([200, null]);
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(text).toContain('Locked party');
    expect(text).not.toContain('Secret draft');
    expect(text).not.toContain('The hidden text');
    expect(text.length).toBeLessThan(10_000);
  });

  it('shows members no more than strangers', async () => {
    const { text } = await browserOf(app, app.given.editor()).get('/events/embed');
    expect(text).not.toContain('Secret draft');
  });

  it('takes the filters of the calendar and a number of events', async () => {
    expect((await visit(app, '/events/embed?search=party')).text).not.toContain('Public');
    const { text } = await visit(app, '/events/embed?count=1');
    expect(text.match(/<li>/g)).toHaveLength(1);
  });

  it('shows a message for a filter that names nothing', async () => {
    const { status, text } = await visit(app, '/events/embed?categories=none');
    expect([status, text]).toEqual([400, expect.stringContaining('categories')]);
  });

  it('is the only page that other sites may frame', async () => {
    for (const path of ['/events', '/event/locked-party/password', '/venue/town-hall/'])
      expect((await visit(app, path)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

describe('GET /internal/next-events', () => {
  it('lists the next events that the session may see', async () => {
    const path = '/internal/next-events';
    expect((await visit(app, path)).text).not.toContain('Secret draft');
    const { body } = await visit(app, path, app.given.editor());
    expect(body).toEqual({
      events: expect.arrayContaining([
        {
          title: 'Secret draft',
          path: expect.stringMatching(/^\/event\?p=\d+$/),
          datetime: '2031-05-01T10:00:00+02:00',
          times: expect.stringContaining('1 May 2031'),
        },
      ]),
    });
  });
});
