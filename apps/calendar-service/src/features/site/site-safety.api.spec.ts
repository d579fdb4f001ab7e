import { nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';
import { ImageHost, picture } from '../../testing/image-host';
import { browserOf, visit } from '../../testing/page-visitors';

const SECRET = 'open sesame';
const AT_NOON = { start_date: 'tomorrow 12:00', end_date: 'tomorrow 13:00' };

let host: ImageHost;
let app: CalendarApp;
let editor: Person;
/** Two series that differ in their texts; the second one has a password. */
let open: Made;
let guarded: Made;
beforeAll(async () => {
  host = await ImageHost.start();
  app = await startCalendar({ OUTGOING_ALLOWED_HOSTS: host.host });
  editor = app.given.editor();
  const image = host.serve('/photo.png', await picture(40, 30));
  const venue = await app.given.venue({ venue: 'Town hall' });
  const organizer = await app.given.organizer({ organizer: 'Ann Example' });
  const [category, tag] = [await app.given.category({ name: 'Music' }), await app.given.tag({ name: 'Outdoors' })];
  const links = { venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] };
  const shared = { ...AT_NOON, ...links, image, rrule: 'FREQ=DAILY;COUNT=3' };
  const textsOf = (word: string) => ({ title: `${word} day`, description: `${word} text`, excerpt: `${word} hint` });
  open = await app.given.event({ ...shared, ...textsOf('Open') });
  guarded = await app.given.event({ ...shared, ...textsOf('Guarded'), password: SECRET });
  await app.given.ticket({}, open.id);
});
afterAll(async () => {
  await app.close();
  await host.stop();
});

describe('an event with a password', () => {
  /** The page of a browser that was given the password, and that of a caller who may change the event. */
  const pagesOf = async (event: Made, query = '') => {
    const path = new URL(String(event.url)).pathname;
    const visitor = browserOf(app);
    if (event === guarded) await visitor.submit(`${path}password`, { password: SECRET });
    return [await visitor.get(path + query), await visit(app, path + query, editor)];
  };
  const headOf = (html: string) => html.slice(0, html.indexOf('</head>'));
  const FACTS = [/<meta name="description"/, /og:description/, /og:image/, /ld\+json/, / (text|hint)/];
  const secondStart = async () => {
    const { body } = await app.api.get(`/events/${open.id}/occurrences`);
    return String((body as { occurrences: Made[] }).occurrences[1]?.['start_date']);
  };

  it.each(['the event', 'one date of it'])(
    'tells nothing in the head of the page of %s, also when it is open',
    async (what) => {
      const query = what === 'the event' ? '' : `?occurrence=${encodeURIComponent(await secondStart())}`;
      for (const [event, word] of [
        [open, 'Open'],
        [guarded, 'Guarded'],
      ] as const)
        for (const { status, text } of nonEmpty(await pagesOf(event, query))) {
          expect([status, text]).toEqual([200, expect.stringContaining(`${word} text`)]);
          for (const fact of FACTS) expect([word, fact, fact.test(headOf(text))]).toEqual([word, fact, event === open]);
        }
    },
  );

  it.each([
    ['by its id', ({ id }: Made) => `/events/${id}?`],
    ['by its slug', ({ slug }: Made) => `/events/by-slug/${slug}?`],
    ['at one date', ({ id }: Made, start: string) => `/events/${id}?occurrence_date=${encodeURIComponent(start)}&`],
  ])('has no json_ld when it is read %s, also when it is open', async (_, pathOf) => {
    const start = await secondStart();
    const callers = [
      [{}, `password=${encodeURIComponent(SECRET)}`],
      [editor, 'context=edit'],
    ] as const;
    for (const event of [open, guarded])
      for (const [caller, key] of callers) {
        const { status, body } = await app.api.as(caller).get(pathOf(event, start) + key);
        expect({ status, body }).toMatchObject({
          status: 200,
          body: { id: event.id, excerpt: expect.stringContaining(' hint') },
        });
        expect([event.slug, Object.hasOwn(Object(body), 'json_ld')]).toEqual([event.slug, event === open]);
      }
  });

  it.each([
    ['/events/', true],
    ['/venue/town-hall/', false],
    ['/organizer/ann-example/', false],
    ['/events/category/music/', false],
    ['/events/tag/outdoors/', false],
    ['/events/feed.atom', true],
  ])('shows its title alone at %s, to strangers where no linked record places it: %s', async (path, isListed) => {
    const [stranger, member] = [(await visit(app, path)).text, (await visit(app, path, editor)).text];
    for (const text of [stranger, member]) {
      for (const shown of ['Open day', 'Open hint']) expect(text).toContain(shown);
      for (const hidden of ['Guarded hint', 'Guarded text']) expect(text).not.toContain(hidden);
    }
    expect([stranger, member].map((text) => text.includes('Guarded day'))).toEqual([isListed, true]);
  });

  it('is not found by the words of its texts', async () => {
    for (const path of ['/events/?search=', '/events/embed?search=', '/events/week/?search=']) {
      expect((await visit(app, `${path}open+text`)).text).toContain('Open day');
      expect((await visit(app, `${path}guarded+text`, editor)).text).not.toContain('Guarded day');
    }
  });
});

describe('the Content-Security-Policy', () => {
  const PAGE = {
    'default-src': "'none'",
    'style-src': "'self'",
    'script-src': "'self'",
    'connect-src': "'self'",
    'img-src': "'self' data:",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  };
  const TEXTS = { ...PAGE, 'img-src': "'self' data: https:", 'media-src': "'self' https:" };
  const WITH_SCRIPT = { ...TEXTS, 'script-src': "'self' 'nonce-N'" };
  const FRAMED = { ...PAGE, 'frame-ancestors': '*', 'form-action': "'none'" };
  const DATA = { 'default-src': "'none'", 'frame-ancestors': "'none'" };

  it.each<[path: string, status: number, policy: object]>([
    ['/events/', 200, TEXTS],
    ['/events/month/', 200, TEXTS],
    ['/events/week/', 200, TEXTS],
    ['/events/today/', 200, TEXTS],
    ['/events/category/music/', 200, TEXTS],
    ['/events/tag/outdoors/', 200, TEXTS],
    ['/event/open-day/', 200, WITH_SCRIPT],
    ['/venue/town-hall/', 200, WITH_SCRIPT],
    ['/organizer/ann-example/', 200, WITH_SCRIPT],
    ['/event/open-day/places', 200, TEXTS],
    ['/event/open-day/event.ics', 200, TEXTS],
    ['/event/guarded-day/', 303, TEXTS],
    ['/event/guarded-day/password', 200, TEXTS],
    ['/internal/next-events', 200, TEXTS],
    ['/events/embed', 200, FRAMED],
    ['/events/embed?categories=none', 400, FRAMED],
    ['/event/none/', 404, PAGE],
    ['/events/no/such/page', 404, PAGE],
    ['/events/?categories=none', 400, PAGE],
    ['/events/sitemap.xml', 200, DATA],
    ['/events/feed.atom', 200, DATA],
    ['/calendar-assets/style.css', 200, DATA],
    ['/calendar/events/v1/events', 200, DATA],
    ['/calendar/events/v1/events/none', 404, DATA],
    ['/calendar/events/v1/events.ics', 200, DATA],
  ])('of %s has exactly the directives that it needs', async (path, status, policy) => {
    const answer = await visit(app, path);
    const text = answer.headers.get('content-security-policy') ?? '';
    const rules = text.split('; ').map((rule) => rule.replace(/'nonce-[\w-]{22}'/, "'nonce-N'").split(/ (.*)/));
    expect({ status: answer.status, policy: Object.fromEntries(rules) as object }).toEqual({ status, policy });
  });

  it('has another nonce for each answer', async () => {
    const nonces = [await visit(app, '/event/open-day/'), await visit(app, '/event/open-day/')].map(
      ({ headers }) => /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1],
    );
    expect(nonces[0]).toMatch(/^[\w-]{22}$/);
    expect(nonces[1]).not.toBe(nonces[0]);
  });
});

describe('a filter in the address', () => {
  const TEXT = `"><script>x()</script>'&<b>`;
  const ESCAPED = '&quot;&gt;&lt;script&gt;x()&lt;/script&gt;&#39;&amp;&lt;b&gt;';
  const VIEWS = ['/events/', '/events/month/', '/events/week/', '/events/today/', '/events/embed'];
  const OTHERS = ['/venue/town-hall/', '/organizer/ann-example/', '/events/category/music/', '/event/open-day/'];
  const NAMES =
    'search categories tags venue organizer featured zone past page count occurrence p ical return unknown'.split(' ');

  it.each([
    ...NAMES.map((name) => ['/events/', [name]] as const),
    ...[...VIEWS.slice(1), ...OTHERS].map(
      (path) => [path, ['search', 'zone', 'occurrence', 'page', 'unknown']] as const,
    ),
    ...VIEWS.slice(1).flatMap((path) => ['categories', 'venue'].map((name) => [path, [name]] as const)),
    ['/event/open-day/places', NAMES] as const,
    ['/event/open-day/password', NAMES] as const,
  ])('never becomes markup at %s (%j)', async (path, names) => {
    const query = new URLSearchParams(names.map((name): [string, string] => [name, TEXT]));
    const { status, headers, text } = await visit(app, `${path}?${query.toString()}`);
    expect([status < 500, headers.get('content-type')]).toEqual([true, 'text/html; charset=utf-8']);
    expect(text).not.toContain('<script>x');
  });

  it.each(VIEWS.slice(0, -1))('is shown again in the search field of %s as it was sent', async (path) => {
    const { text } = await visit(app, `${path}?search=${encodeURIComponent(TEXT)}`);
    expect(/<input id="search"[^>]* value="([^"]*)">/.exec(text)?.[1]).toBe(ESCAPED);
  });
});
