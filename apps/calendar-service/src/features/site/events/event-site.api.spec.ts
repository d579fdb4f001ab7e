import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Made } from '../../../testing/given';
import { browserOf, readable, visit } from '../../../testing/page-visitors';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

const pathOf = ({ url }: Made): string => new URL(String(url)).pathname;

describe('the page of an event', () => {
  it('shows the facts of the event at the address of its url', async () => {
    const venue = await app.given.venue({
      venue: 'Town Hall',
      address: '1 Main St',
      city: 'Springfield',
      phone: '+1 555 0100',
    });
    const contact = { phone: '+1 555 0199', email: 'ann@band.example', website: 'https://ann.example' };
    const organizer = await app.given.organizer({ organizer: 'Ann & Co', ...contact });
    const category = await app.given.category({ name: 'Music' });
    const tag = await app.given.tag({ name: 'Free entry' });
    const event = await app.given.event({
      title: 'Songs & dances',
      description: 'Bring a <strong>chair</strong>.<script>alert(1)</script>',
      timezone: 'America/New_York',
      venue: venue.id,
      organizer: organizer.id,
      categories: [category.id],
      tags: [tag.id],
      cost: '$20',
      website: 'https://band.example/tour',
      show_map_link: true,
    });
    await app.given.ticket({ name: 'Seat', capacity: 20, price: 12 }, event.id);
    const { status, text } = await visit(app, pathOf(event));
    expect(status).toBe(200);
    const shown = readable(text);
    expect(shown.match(/1 May 2031/g)).toHaveLength(1);
    for (const part of [
      'Thursday, 1 May 2031, 10:00 – 11:00, New York time (UTC−4)',
      'Town Hall',
      '1 Main St Springfield',
      'Ann & Co',
      '+1 555 0100',
      '+1 555 0199 ann@band.example https://ann.example',
      'Cost $20',
      'Tickets Seat · ',
      '20 left',
      'Categories Music',
      'Tags Free entry',
    ])
      expect(shown).toContain(part);
    expect(text).toContain('<h1 dir="auto">Songs &amp; dances</h1>');
    expect(text).toContain('Bring a <strong>chair</strong>.');
    expect(text).not.toContain('alert(1)');
    for (const path of [venue, organizer, category, tag].map(pathOf)) expect(text).toContain(`href="${path}"`);
    expect(text).toContain('href="https://band.example/tour"');
    expect(text).toContain('https://www.openstreetmap.org/search?query=1+Main+St');
  });

  it('contains the schema.org description of the API, and names its address and image for previews', async () => {
    const event = await app.given.event({ title: 'A </script><b>title', excerpt: 'Come & see' });
    const { text, headers } = await visit(app, pathOf(event));
    const [, nonce, json = ''] =
      /<script type="application\/ld\+json" nonce="([^"]+)">(.*?)<\/script>/s.exec(text) ?? [];
    const { body } = await app.api.get(`/events/${event.id}`);
    expect(body).toMatchObject({ json_ld: JSON.parse(json) as unknown });
    expect(headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    expect(text).toContain(`<link rel="canonical" href="${String(event.url)}">`);
    expect(text).toContain('<meta property="og:description" content="Come &amp; see">');
  });

  it('says in the words of schema.org that places are on offer', async () => {
    const event = await app.given.event({ title: 'Concert', cost: '$20' });
    expect((await visit(app, pathOf(event))).text).toContain('"availability":"https://schema.org/InStock"');
    const { body } = await app.api.get(`/events/${event.id}`);
    expect(body).toMatchObject({ json_ld: { offers: { availability: 'inStock' } } });
  });

  it.each([
    ['canceled', 'This event is cancelled.'],
    ['postponed', 'This event is postponed.'],
  ])('shows that the event is %s, and the reason', async (event_status, sentence) => {
    const event = await app.given.event({ event_status, event_status_reason: 'Too much rain' });
    expect(readable((await visit(app, pathOf(event))).text)).toContain(`${sentence} Too much rain`);
  });

  it('shows days for events that last all day', async () => {
    const event = await app.given.event({ all_day: true, start_date: '2031-05-01', end_date: '2031-05-03' });
    expect(readable((await visit(app, pathOf(event))).text)).toContain('Thursday, 1 May 2031 – Saturday, 3 May 2031');
  });

  it('adds the times of the zone in its address', async () => {
    const event = await app.given.event();
    const { text } = await visit(app, `${pathOf(event)}?zone=Asia/Tokyo`);
    expect(readable(text)).toContain(
      'Thursday, 1 May 2031, 10:00 – 11:00, Rome time (UTC+2) For you: 17:00 – 18:00, Tokyo time (UTC+9)',
    );
  });

  it('shows the rule of a repeating event, and the times of one date', async () => {
    const event = await app.given.event({ rrule: 'FREQ=WEEKLY;COUNT=8' });
    const { text } = await visit(app, pathOf(event));
    expect(readable(text)).toContain('Every week on Thursday, 8 times');
    const [, link = ''] = /href="([^"]+occurrence=2031-05-08[^"]+)"/.exec(text) ?? [];
    const second = await visit(app, link.replaceAll('&amp;', '&'));
    expect([second.status, readable(second.text)]).toEqual([
      200,
      expect.stringContaining('Thursday, 8 May 2031, 10:00'),
    ]);
  });

  it('leads to the events before and after it', async () => {
    const at = (day: string) => ({ start_date: `2032-03-0${day} 10:00:00`, end_date: `2032-03-0${day} 11:00:00` });
    const [first, second, third] = [
      await app.given.event(at('1')),
      await app.given.event(at('2')),
      await app.given.event(at('3')),
    ];
    await app.given.event({ ...at('2'), status: 'draft', title: 'Hidden neighbour' });
    const { text } = await visit(app, pathOf(second));
    expect(text).toContain(`rel="prev" href="${pathOf(first)}"`);
    expect(text).toContain(`rel="next" class="next" href="${pathOf(third)}"`);
  });

  it.each(['draft', 'private', 'pending', 'trash'])(
    'refuses strangers when the event has the status %s',
    async (status) => {
      const event = await app.given.event({ status: status === 'trash' ? 'publish' : status, slug: `kept-${status}` });
      if (status === 'trash') await app.api.as(app.given.editor()).delete(`/events/${event.id}`);
      const page = await visit(app, `/event/kept-${status}/`);
      expect(page.status).toBe(status === 'trash' ? 404 : 403);
      expect(page.headers.get('content-type')).toContain('text/html');
    },
  );

  it('shows members the events that they may read', async () => {
    const event = await app.given.event({ status: 'private' });
    const page = await visit(app, pathOf(event), app.given.editor());
    expect([page.status, readable(page.text)]).toEqual([200, expect.stringContaining('Its status is “private”')]);
  });

  it('sends the calendar file of the event', async () => {
    const event = await app.given.event({ title: 'For my calendar', status: 'private' });
    const editor = app.given.editor();
    const file = await visit(app, `${pathOf(event)}event.ics`, editor);
    expect(file.headers.get('content-type')).toContain('text/calendar');
    expect(file.text).toContain('SUMMARY:For my calendar');
    const old = await visit(app, `${pathOf(event)}?ical=1`, editor);
    expect([old.status, old.headers.get('location')]).toEqual([303, `${pathOf(event)}event.ics`]);
  });
});

describe('the page of an event without a slug', () => {
  it('is reached by the id', async () => {
    const author = app.given.author();
    const event = await app.given.event({ status: 'draft', title: 'Rough idea' }, author);
    expect(new URL(String(event.url)).search).toBe(`?p=${event.id}`);
    expect((await visit(app, `/event?p=${event.id}`, author)).text).toContain('Rough idea');
    expect((await visit(app, `/event?p=${event.id}`)).status).toBe(403);
  });

  it.each(['/event', '/event?p=0', '/event?p=99999999999', '/event?p=x'])('is 404 at %s', async (path) => {
    expect((await visit(app, path)).status).toBe(404);
  });
});

describe('the page of an event with a password', () => {
  const SECRET = 'open sesame';

  it('asks for the password once per session, and then shows the event', async () => {
    const event = await app.given.event({ description: 'The hidden treasure', password: SECRET });
    const visitor = browserOf(app);
    const asked = await visitor.get(pathOf(event));
    expect([asked.status, asked.headers.get('location')]).toEqual([303, `${pathOf(event)}password`]);
    const form = `${pathOf(event)}password`;
    await visitor.submit(form, { password: 'wrong' });
    expect((await visitor.get(form)).text).toContain('This password is not right.');
    const opened = await visitor.submit(form, { password: SECRET });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, pathOf(event)]);
    const page = await visitor.get(pathOf(event));
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('The hidden treasure')]);
    expect(page.text).not.toContain('ld+json');
  });

  it('asks again after the password changed', async () => {
    const event = await app.given.event({ password: SECRET });
    const visitor = browserOf(app);
    await visitor.submit(`${pathOf(event)}password`, { password: SECRET });
    await app.api.as(app.given.editor()).patch(`/events/${event.id}`, { password: 'another' });
    expect((await visitor.get(pathOf(event))).status).toBe(303);
  });

  it('needs no password from callers who may change the event', async () => {
    const event = await app.given.event({ password: SECRET });
    expect((await visit(app, pathOf(event), app.given.editor())).status).toBe(200);
  });
});
