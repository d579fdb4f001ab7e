import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { visit } from '../../testing/page-visitors';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

describe('a page of the calendar', () => {
  it('shows public events, name and logo of the site and a log-in to strangers', async () => {
    await app.given.event({ title: 'Summer fair' });
    await app.given.event({ title: 'Secret meeting', status: 'draft' });
    const { status, headers, text } = await visit(app, '/events');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('Summer fair');
    expect(text).toContain('· Harbour Library</title>');
    expect(text).toContain('<img src="/uploads/images/harbour.png"');
    expect(text).toContain('href="/login?return=%2Fevents"');
    expect(text).not.toContain('Secret meeting');
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('follows the rights of a member who is logged in', async () => {
    const author = app.given.author();
    await app.given.event({ title: 'Draft of a member', status: 'draft' }, author);
    const { text } = await visit(app, '/events', author);
    expect(text).toContain('Draft of a member');
    expect(text).toContain(`>Account (<bdi>User ${author.id}</bdi>)</a>`);
    expect((await visit(app, '/events', app.given.subscriber())).text).not.toContain('Draft of a member');
  });

  it('links the settings for members who may open them', async () => {
    const link = '<a href="/settings"';
    expect((await visit(app, '/events', app.content.user(['users-manage']))).text).toContain(link);
    expect((await visit(app, '/events', app.given.subscriber())).text).not.toContain(link);
  });

  it('shows public events and a notice while the session cannot be checked', async () => {
    app.content.hasNoSessions = true;
    try {
      const { status, text } = await visit(app, '/events', app.given.editor());
      expect([status, text]).toEqual([200, expect.stringContaining('Your log-in cannot be checked at the moment.')]);
      expect(text).toContain('>Log in</a>');
    } finally {
      app.content.hasNoSessions = false;
    }
  });

  it.each(['/events', '/events/', '/events/month', '/event/none', '/venue/none', '/organizer/none'])(
    'stays hidden from programs at %s',
    async (path) => {
      const { status, body } = await app.api.atRoot().get(path);
      expect([status, body]).toEqual([404, expect.objectContaining({ data: { status: 404 } })]);
    },
  );

  it('loads its files from addresses of its own', async () => {
    const { text } = await visit(app, '/events');
    const files = [...text.matchAll(/(?:href|src)="(\/calendar-assets\/[^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect((await app.api.atRoot().get(file)).status).toBe(200);
  });

  it('names the part of the API that has the same, in its headers and its head', async () => {
    const { id, url } = await app.given.event({ title: 'Boat race', featured: true });
    const [venue, organizer] = [await app.given.venue(), await app.given.organizer()];
    const [category, tag] = [await app.given.category(), await app.given.tag()];
    const named: [string, string][] = [
      ['/events', ''],
      ['/events/month', ''],
      ['/events/week', ''],
      ['/events?featured=1', 'events/?featured=1'],
      ['/events?search=boat%20%26%20race', 'events/?search=boat+%26+race'],
      [String(url), `events/${id}`],
      [String(venue['url']), `events/?venue=${venue.id}`],
      [String(organizer['url']), `events/?organizer=${organizer.id}`],
      [`/events/category/${category.slug}`, `events/?categories=${category.slug}`],
      [`/events/tag/${tag.slug}`, `events/?tags=${tag.slug}`],
    ];
    const origin = 'https://calendar.example';
    expect(
      await Promise.all(
        named.map(async ([path]) => {
          const { headers, text } = await visit(app, path.replace(origin, ''));
          const links = [
            ...text.matchAll(/<link rel="(?:alternate" type="application\/json|https:[^"]+)" href="([^"]+)">/g),
          ];
          return [
            path,
            ...['version', 'root', 'origin'].map((name) => headers.get(`x-tec-api-${name}`)),
            ...['version', 'origin'].map(
              (name) => new RegExp(`<meta name="tec-api-${name}" content="([^"]+)">`).exec(text)?.[1],
            ),
            links.map(([, address = '']) => address.replaceAll('&amp;', '&')),
          ];
        }),
      ),
    ).toEqual(
      named.map(([path, part]) => {
        const root = `${origin}/calendar/events/v1/${part}`;
        return [path, 'v1', root, origin, 'v1', origin, [root, root]];
      }),
    );
  });

  it('answers 404 as HTML at an unknown address', async () => {
    const { status, headers } = await visit(app, '/events/no/such/page');
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });
});
