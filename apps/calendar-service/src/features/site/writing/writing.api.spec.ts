import { csrfIn, type TestResponse, valueIn, VisitingBrowser } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import type { Made } from '../../../testing/given';
import { picture } from '../../../testing/image-host';
import { browserOf, fieldsIn, readable, unescaped } from '../../../testing/page-visitors';

let app: CalendarApp;
let editor: Person;
let browser: VisitingBrowser;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
  browser = browserOf(app, editor);
});
afterAll(() => app.close());

const ADD = '/events/community/add';
const formOf = (action: string, { id }: Pick<Made, 'id'>) => `/events/community/${action}/event/${id}`;
const read = async (id: unknown, by = editor) =>
  (await app.api.as(by).get(`/events/${String(id)}?context=edit`)).body as Made;

const opened = async (path: string, who = browser) => fieldsIn((await who.get(path)).text);

const NEW = { start_date: '2041-05-08', start_time: '10:00', end_date: '2041-05-08', end_time: '11:30' };

/** Fills the form of a new event in. @returns the event that was made */
async function added(fields: Record<string, string>, who = browser, by = editor): Promise<Made> {
  const answer = await who.submit(ADD, { ...(await opened(ADD, who)), ...NEW, ...fields });
  if (answer.status !== 303) throw new Error(`${answer.status}: ${readable(answer.text)}`);
  const page = await who.get(answer.headers.get('location') ?? '');
  return read(/community\/edit\/event\/(\d+)/.exec(page.text)?.[1], by);
}

describe('a new event', () => {
  it('has all that the form says, with a venue and an organizer made in place and new tags', async () => {
    const hall = await app.given.venue({ venue: 'Town hall' });
    await app.given.category({ name: 'Music' });
    const event = await added({
      title: 'Spring concert',
      description: '<p>Bring <em>chairs</em></p>',
      excerpt: 'Strings outdoors',
      timezone: 'america/new_york',
      cost: '12 €\n20 €',
      website: 'https://music.example/',
      status: 'private',
      event_status: 'postponed',
      event_status_reason: 'Rain',
      featured: 'on',
      'venue[0]': 'town hall',
      'new_venue[venue]': 'Boat Shed',
      'new_venue[city]': 'Port',
      'new_organizer[organizer]': 'Ann',
      'new_organizer[email]': 'ann@example.test',
      'categories[0]': 'music',
      'tags[0]': 'Outdoors',
      'tags[1]': '',
    });
    expect(event).toMatchObject({
      title: 'Spring concert',
      description: '<p>Bring <em>chairs</em></p>',
      start_date: '2041-05-08 10:00:00',
      end_date: '2041-05-08 11:30:00',
      timezone: 'America/New_York',
      website: 'https://music.example/',
      status: 'private',
      event_status: 'postponed',
      event_status_reason: 'Rain',
      featured: true,
      sticky: false,
      show_map_link: true,
      venues: [{ id: hall.id }, { venue: 'Boat Shed', city: 'Port' }],
      organizer: [{ organizer: 'Ann', email: 'ann@example.test' }],
      categories: [{ name: 'Music' }],
      tags: [{ name: 'Outdoors' }],
      cost_details: { values: ['12', '20'] },
    });
  });

  it('lasts whole days when it is said so', async () => {
    const event = await added({ title: 'Regatta', all_day: 'on', end_date: '2041-05-10' });
    expect(event).toMatchObject({ all_day: true, start_date: '2041-05-08 00:00:00', end_date: '2041-05-10 23:59:59' });
    expect(await opened(formOf('edit', event))).toMatchObject({ start_time: '09:00', all_day: 'on' });
  });

  it.each([
    ['an end before the start', { end_date: '2041-05-07' }, 'end_date', 'The event would end before it starts.'],
    ['no title', { title: '' }, 'title', 'Title must be a text that is not empty.'],
    ['an unknown zone', { timezone: 'Mars/Base' }, 'timezone', 'Time zone must be'],
    ['an address that is none', { website: 'music' }, 'website', 'Website must be an absolute http or https address'],
    ['an unknown venue', { 'venue[0]': 'Nowhere' }, 'venue', 'There is no venue “Nowhere”.'],
    [
      'a venue with an address that is none',
      { 'new_venue[venue]': 'V', 'new_venue[website]': 'x' },
      'venue',
      'Venue: website must be',
    ],
    ['a venue without a name', { 'new_venue[city]': 'Port' }, 'venue', 'Venue: venue is missing.'],
  ])('is refused with %s, and the form keeps what was typed', async (_, fields, name, message) => {
    const form = {
      ...(await opened(ADD)),
      ...NEW,
      title: 'Kept',
      description: '<p>Long</p>',
      'tags[0]': 'Typed',
      ...fields,
    };
    const { status, text } = await browser.submit(ADD, form);
    expect(status).toBe(422);
    expect(unescaped(text)).toMatch(new RegExp(`id="${name}-fault"[^>]*>[^<]*${message.replaceAll('.', '\\.')}`));
    expect(fieldsIn(text)).toMatchObject({ description: '<p>Long</p>', 'tags[0]': 'Typed', ...fields });
  });

  it('names each of two venues of one name', async () => {
    const [one, two] = [
      await app.given.venue({ venue: 'Twin', city: 'A' }),
      await app.given.venue({ venue: 'Twin', city: 'B', description: 'Another' }),
    ];
    const { text } = await browser.submit(ADD, { ...(await opened(ADD)), ...NEW, title: 'Twins', 'venue[0]': 'twin' });
    expect(readable(text)).toContain('More than one is called “twin”.');
    expect(text).toContain(`value="Twin · A (#${one.id})"`);
    expect(await added({ title: 'Twins', 'venue[0]': `Twin · B (#${two.id})` })).toMatchObject({
      venue: { id: two.id },
    });
  });
});

describe('a form that is sent as it was opened', () => {
  it.each([
    ['plain', {}],
    [
      'odd',
      {
        description: '<p id="a">One</p>\n\nTwo  &amp; <b>three</b>\r\n<pre>\n kept</pre>',
        excerpt: ' x\n\ny ',
        cost: ['1,50', 'Free', '$3'],
        password: 'oar',
      },
    ],
    [
      'long',
      {
        all_day: true,
        start_date: '2041-05-08',
        end_date: '2041-05-10',
        status: 'draft',
        event_status: 'canceled',
        event_status_reason: 'Storm',
      },
    ],
    [
      'precise',
      {
        start_date: '2041-10-27 02:30:15',
        end_date: '2041-10-27 02:30:15',
        timezone: 'Europe/Berlin',
        hide_from_listings: true,
      },
    ],
    ['repeating', { rrule: 'FREQ=WEEKLY;COUNT=4', exdates: ['2031-05-08 10:00:00'] }],
  ])('changes nothing of a %s event', async (_, fields) => {
    const [parent, tag] = [await app.given.category({ name: 'Same' }), await app.given.tag({ name: '2031' })];
    const child = await app.given.category({ name: 'Same', parent: parent.id });
    const [venue, organizer] = [await app.given.venue(), await app.given.organizer()];
    const links = { venue: [venue.id], organizer: [organizer.id], categories: [child.id], tags: [tag.id] };
    const event = await app.given.event({ title: 'A “b” & <c>', ...links, ...fields });
    const stored = async () => {
      const rest = { ...(await read(event.id)), modified: '', modified_utc: '' };
      const rows = await app.database.query(
        'SELECT description, excerpt, cost, starts_at, password_hash FROM events WHERE id = $1',
        [event.id],
      );
      return JSON.stringify([rest, rows]);
    };
    const before = await stored();
    expect((await browser.submit(formOf('edit', event), await opened(formOf('edit', event)))).status).toBe(303);
    expect(await stored()).toBe(before);
    await app.api.as(editor).delete(`/tags/${tag.id}`);
    for (const { id } of [child, parent]) await app.api.as(editor).delete(`/categories/${id}`);
  });

  it('keeps a venue that the author may not see', async () => {
    const author = app.given.author();
    const hidden = await app.given.venue({ venue: 'Secret place', status: 'private' });
    const event = await app.given.event({}, author);
    await app.api.as(editor).put(`/events/${event.id}`, { venue: hidden.id });
    const who = browserOf(app, author);
    const { text } = await who.get(formOf('edit', event));
    expect(text).not.toContain('Secret place');
    await who.submitAndFollow(formOf('edit', event), { ...fieldsIn(text), title: 'Renamed' });
    expect(await read(event.id)).toMatchObject({ title: 'Renamed', venue: { id: hidden.id } });
  });
});

describe('a changed event', () => {
  it('loses what the form no longer has', async () => {
    const [venue, tag] = [await app.given.venue({ venue: 'Old hall' }), await app.given.tag({ name: 'Old tag' })];
    const event = await app.given.event({
      venue: venue.id,
      tags: [tag.id],
      cost: '5 €',
      featured: true,
      password: 'oar',
    });
    const fields = await opened(formOf('edit', event));
    expect(fields).toMatchObject({
      'venue[0]': 'Old hall',
      'tags[0]': 'Old tag',
      cost: '5 €',
      featured: 'on',
      password: '',
    });
    delete fields['featured'];
    const changes = { 'venue[0]': '', 'tags[0]': '', cost: '', remove_password: 'on', start_time: '09:00' };
    const page = await browser.submitAndFollow(formOf('edit', event), { ...fields, ...changes });
    expect(page.text).toContain('The event is saved.');
    expect(await read(event.id)).toMatchObject({
      ...{ venue: [], tags: [], cost: '', featured: false, password_protected: false },
      ...{ start_date: '2031-05-01 09:00:00', end_date: '2031-05-01 11:00:00' },
    });
  });

  it('is not replaced by a form that was opened before another author saved', async () => {
    const event = await app.given.event({ title: 'First', description: 'One' });
    const fields = await opened(formOf('edit', event));
    await app.api.as(editor).put(`/events/${event.id}`, { description: 'Theirs' });
    const refused = await browser.submit(formOf('edit', event), { ...fields, description: 'Mine' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Somebody else saved this after you opened it.');
    expect(fieldsIn(refused.text)).toMatchObject({ description: 'Mine' });
    expect(await read(event.id)).toMatchObject({ description: '<p>Theirs</p>' });
    const version = valueIn(refused.text, 'version') ?? '';
    expect((await browser.submit(formOf('edit', event), { ...fields, version, description: 'Both' })).status).toBe(303);
    expect(await read(event.id)).toMatchObject({ description: '<p>Both</p>' });
  });

  it('is a single date of a series when the form names it', async () => {
    const event = await app.given.event({ title: 'Choir', rrule: 'FREQ=WEEKLY;COUNT=3' });
    const path = `${formOf('edit', event)}?occurrence_date=${encodeURIComponent('2031-05-08 10:00:00')}&scope=this`;
    const fields = await opened(path);
    expect(fields).toMatchObject({ start_date: '2031-05-08' });
    const sent = { ...fields, title: 'Choir outdoors' };
    expect((await browser.submit(formOf('edit', event), sent)).status).toBe(303);
    expect(await read(event.id)).toMatchObject({ title: 'Choir' });
    const { body } = await app.api.get('/events?search=outdoors&start_date=2031-05-01&end_date=2031-06-01');
    expect(body).toMatchObject({ events: [{ title: 'Choir outdoors', recurrence_start: '2031-05-08 10:00:00' }] });
  });
});

describe('the image of an event', () => {
  async function send(path: string, more: Record<string, string>, file: Buffer): Promise<TestResponse> {
    const { text } = await browser.get(path);
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fieldsIn(text), _csrf: csrfIn(text), ...more }))
      form.append(name, value);
    form.append('image', new Blob([Uint8Array.from(file)]), 'photo.png');
    return browser.send('POST', path, form);
  }

  it('is uploaded, kept by a refused form, and removed', async () => {
    const refused = await send(ADD, { ...NEW, title: '' }, await picture(40, 30));
    expect(refused.status).toBe(422);
    const kept = fieldsIn(refused.text)['image_id'] ?? '';
    expect(kept).toMatch(/^\d+$/);
    const event = await added({ title: 'With a picture', image_id: kept });
    expect(event).toMatchObject({
      image: { id: Number(kept), width: 40, url: expect.stringMatching(/photo-\w+\.png$/) },
    });
    const fields = await opened(formOf('edit', event));
    await browser.submitAndFollow(formOf('edit', event), { ...fields, remove_image: 'on' });
    expect(await read(event.id)).toMatchObject({ image: false });
  });

  it('is refused when the file is none', async () => {
    const { status, text } = await send(ADD, { ...NEW, title: 'X' }, Buffer.from('words'));
    expect([status, /id="image-fault"[^>]*>([^<]*)/.exec(text)?.[1]]).toEqual([
      422,
      'Image is no image that can be read.',
    ]);
  });
});

describe('a copy', () => {
  it('is a draft with all that the event has, but its password', async () => {
    const venue = await app.given.venue({ venue: 'Copied hall' });
    const event = await app.given.event({ title: 'Original', description: 'All', venue: venue.id, password: 'oar' });
    const path = formOf('copy', event);
    const page = await browser.submitAndFollow(path, await opened(path));
    expect(page.text).toContain('The event is saved as a draft.');
    expect(await read(/community\/edit\/event\/(\d+)/.exec(page.text)?.[1])).toMatchObject({
      ...{ title: 'Copy of Original', status: 'draft', description: '<p>All</p>', venue: { id: venue.id } },
      password_protected: false,
    });
    expect(await read(event.id)).toMatchObject({ title: 'Original', status: 'publish' });
  });
});

describe('a deleted event', () => {
  it('says what goes along, is in the trash, and comes back', async () => {
    const event = await app.given.event({ title: 'Going' });
    const ticket = await app.given.ticket({}, event.id);
    await app.given.attendee(ticket);
    expect(readable((await browser.get(formOf('delete', event))).text)).toContain(
      'The event Going goes to the trash. Its tickets and the place that is taken go with it.',
    );
    const { text } = await browser.submitAndFollow(formOf('delete', event), {});
    expect(text).toContain('The event “Going” is in the trash.');
    expect(text).toContain('href="/events/community/list?status=trash"');
    expect((await browser.get(formOf('edit', event))).status).toBe(410);
    const page = await browser.submitAndFollow('/events/community/list?status=trash', {}, formOf('restore', event));
    expect(page.text).toContain('The event is restored.');
    expect(await read(event.id)).toMatchObject({ status: 'publish', ticketed: ['rsvp'] });
  });

  it('may be one date of a series', async () => {
    const event = await app.given.event({ title: 'Weekly', rrule: 'FREQ=WEEKLY;COUNT=3' });
    const part = { scope: 'this', occurrence_date: '2031-05-08 10:00:00' };
    const { text } = await browser.submitAndFollow(formOf('delete', event), part);
    expect(text).toContain('A date of “Weekly” is taken out.');
    expect(await read(event.id)).toMatchObject({ status: 'publish', recurrence: { exdates: ['2031-05-08 10:00:00'] } });
  });
});

describe('the list of events that a member may change', () => {
  const listed = async (query: string, who: VisitingBrowser) =>
    [...(await who.get(`/events/community/list${query}`)).text.matchAll(/<th scope="row">.*?<bdi>(.*?)<\/bdi>/gs)].map(
      ([, name]) => name,
    );

  it('has drafts and past events, by status and words, and nothing of others', async () => {
    const author = app.given.author();
    const who = browserOf(app, author);
    expect((await who.get('/events/community/list')).text).toContain('You have no events yet.');
    await app.given.event({ title: 'Not mine' });
    await app.given.event({ title: 'Old one', start_date: '2001-05-01 10:00', end_date: '2001-05-01 11:00' }, author);
    await app.given.event({ title: 'My draft', status: 'draft' }, author);
    const gone = await app.given.event({ title: 'Gone one' }, author);
    await app.api.as(author).delete(`/events/${gone.id}`);
    expect(await listed('', who)).toEqual(['My draft', 'Old one']);
    expect(await listed('?status=draft', who)).toEqual(['My draft']);
    expect(await listed('?status=trash', who)).toEqual(['Gone one']);
    expect(await listed('?search=OLD', who)).toEqual(['Old one']);
    expect((await who.get('/events/community/list?search=nope')).text).toContain('No event of yours is like this.');
    expect(await listed('?search=not+mine', browser)).toEqual(['Not mine']);
  });

  it('comes in batches', async () => {
    const author = app.given.author();
    for (let made = 0; made < 21; made += 1) await app.given.event({}, author);
    const who = browserOf(app, author);
    expect(await listed('', who)).toHaveLength(20);
    expect(await listed('?page=2', who)).toHaveLength(1);
    expect((await who.get('/events/community/list')).text).toContain('Page 1 of 2');
  });
});

describe('the tickets of an event', () => {
  const ticketsOf = async ({ id }: Pick<Made, 'id'>) =>
    Object((await app.api.as(editor).get(`/events/${id}/tickets?context=edit`)).body).tickets as Made[];

  it('are added, changed and deleted with the places that are taken', async () => {
    const event = await app.given.event();
    const path = `/events/community/tickets/${event.id}`;
    expect((await browser.get(path)).text).toContain('This event has no tickets.');
    const fields = {
      name: 'Seat',
      description: 'In <b>front</b>',
      price: '12.50',
      currency: 'eur',
      capacity: '10',
      available_from: '2031-04-01T08:00',
    };
    expect((await browser.submitAndFollow(path, fields)).text).toContain('The ticket is added.');
    const [ticket] = await ticketsOf(event);
    expect(ticket).toMatchObject({
      name: 'Seat',
      price: '12.50',
      currency: 'EUR',
      capacity: 10,
      available_from: '2031-04-01 08:00:00',
      available_until: null,
    });
    const own = `${path}/${ticket?.id}`;
    const before = { ...ticket, modified: expect.any(String), modified_utc: expect.any(String) };
    expect((await browser.submitAndFollow(own, await opened(own))).text).toContain('The ticket is saved.');
    expect(await ticketsOf(event)).toMatchObject([before]);
    await browser.submitAndFollow(own, { ...(await opened(own)), capacity: '', name: 'Place' });
    expect(await ticketsOf(event)).toMatchObject([{ name: 'Place', capacity: null, price: '12.50' }]);
    await app.api.post(`/events/${event.id}/attendees`, { ticket: ticket?.id, name: 'Bob', email: 'bob@example.test' });
    expect(readable((await browser.get(own)).text)).toContain('It cannot be restored.');
    expect((await browser.submitAndFollow(own, {}, `${own}/delete`)).text).toContain('The ticket is deleted.');
    expect(await ticketsOf(event)).toEqual([]);
  });

  it('are refused beside their fields, and when another author saved first', async () => {
    const event = await app.given.event();
    const path = `/events/community/tickets/${event.id}`;
    const refused = await browser.submit(path, { name: 'Seat', price: 'much' });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('Price must be an amount with at most two decimals.'),
    ]);
    expect(fieldsIn(refused.text)).toMatchObject({ name: 'Seat', price: 'much' });
    const { id } = await app.given.ticket({ name: 'First' }, event.id);
    const fields = await opened(`${path}/${id}`);
    await app.api.as(editor).put(`/events/${event.id}/tickets/${id}`, { name: 'Theirs' });
    expect((await browser.submit(`${path}/${id}`, { ...fields, name: 'Mine' })).status).toBe(422);
    expect(await ticketsOf(event)).toMatchObject([{ name: 'Theirs' }]);
    const other = browserOf(app, app.given.author());
    expect([(await other.get(path)).status, (await other.get(`${path}/${id}`)).status]).toEqual([403, 403]);
  });
});

describe('rights', () => {
  const FORMS = ['edit', 'delete'] as const;

  it.each([
    ['a reader', () => app.given.subscriber(), [], [403, 403, 403, 403]],
    [
      'a contributor',
      () => app.given.contributor(),
      ['New event', 'My events', 'Manage venues', 'Copy'],
      [200, 403, 403, 200],
    ],
    ['an author', () => app.given.author(), ['New event', 'My events', 'Manage venues', 'Copy'], [200, 403, 403, 200]],
    [
      'an editor',
      () => app.given.editor(),
      ['New event', 'My events', 'Manage venues', 'Edit', 'Tickets', 'Copy', 'Delete'],
      [200, 200, 200, 200],
    ],
  ] as const)(
    'of %s decide which forms for the event of another are offered and opened',
    async (_, person, labels, statuses) => {
      const event = await app.given.event();
      const who = browserOf(app, person());
      const texts = [(await who.get('/events/')).text, (await who.get(`/event/${event.slug}/`)).text];
      const offered = texts
        .flatMap((text) => [...text.matchAll(/<a class="button[^>]*href="\/events\/community\/[^>]*>([^<]*)/g)])
        .map(([, label]) => label);
      expect(offered).toEqual(labels);
      const paths = [ADD, ...FORMS.map((form) => formOf(form, event)), formOf('copy', event)];
      const answers = await Promise.all(paths.map((path) => who.get(path)));
      expect(answers.map(({ status }) => status)).toEqual(statuses);
      for (const { status, text } of answers) if (status === 403) expect(text).toContain('This is not possible');
      for (const form of FORMS)
        if (!labels.some((label) => label === 'Edit')) {
          const _csrf = csrfIn((await who.get('/event/' + event.slug + '/places')).text);
          const sent = new URLSearchParams({ _csrf, title: 'Mine' });
          expect((await who.send('POST', formOf(form, event), sent)).status).toBe(403);
        }
      expect(await read(event.id)).toMatchObject({ title: event['title'], status: 'publish' });
    },
  );

  it('of a contributor make a published event wait for a review', async () => {
    const contributor = app.given.contributor();
    const who = browserOf(app, contributor);
    expect((await who.get(ADD)).text).not.toContain('<option dir="auto" value="publish"');
    const event = await added({ title: 'Mine', status: 'publish' }, who, contributor);
    expect(event).toMatchObject({ status: 'pending', author: contributor.id });
    expect((await who.get(formOf('edit', event))).status).toBe(200);
    const page = await who.submit(ADD, { ...(await opened(ADD, who)), ...NEW, title: 'X', 'tags[0]': 'Brand new' });
    expect([page.status, readable(page.text)]).toEqual([422, expect.stringContaining('There is no tag “Brand new”.')]);
  });

  it('send back to the form that a stranger sends', async () => {
    const stranger = new VisitingBrowser(app.api.atRoot(), { referer: `https://x.example${ADD}?date=2041-05-08` });
    const { status, headers } = await stranger.send('POST', ADD, new URLSearchParams({ title: 'X' }));
    const back = encodeURIComponent(`${ADD}?date=2041-05-08`);
    expect([status, headers.get('location')]).toEqual([303, `/login?return=${back}&ended=1`]);
  });

  it('send strangers to the log-in and back', async () => {
    const { status, headers } = await browserOf(app).get(ADD);
    expect([status, headers.get('location')]).toEqual([303, '/login?return=%2Fevents%2Fcommunity%2Fadd']);
    expect((await browserOf(app).get('/events/')).text).not.toContain('/events/community');
  });

  it('refuse a form without its token', async () => {
    const form = new FormData();
    form.append('title', 'Forged');
    expect((await browser.send('POST', ADD, form)).status).toBe(403);
  });
});
