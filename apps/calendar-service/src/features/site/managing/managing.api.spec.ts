import { nonEmpty, valueIn, type VisitingBrowser } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import type { Made } from '../../../testing/given';
import { ImageHost, picture } from '../../../testing/image-host';
import { browserOf, readable } from '../../../testing/page-visitors';

const ROOT = '/events/community';
const KINDS = [
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['category', 'categories'],
  ['tag', 'tags'],
] as const;

let host: ImageHost;
let app: CalendarApp;
let editor: Person;
let browser: VisitingBrowser;
beforeAll(async () => {
  host = await ImageHost.start();
  app = await startCalendar({ OUTGOING_ALLOWED_HOSTS: host.host });
  editor = app.given.editor();
  browser = browserOf(app, editor);
});
afterAll(async () => {
  await app.close();
  await host.stop();
});

const stored = async (path: string) =>
  Object(await (await app.api.as(editor).get(path)).body) as Record<string, unknown>;
const linksTo = (html: string, start: string): string[] =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link).filter((link) => link.startsWith(start));

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The fields of a form as a browser sends them when nobody changes anything. */
async function opened(path: string, who = browser): Promise<Record<string, string>> {
  const { text } = await who.get(path);
  const inputs = [...text.matchAll(/<input id="([^"]+)"/g)].map(([, name = '']) => [
    name,
    unescaped(valueIn(text, name) ?? ''),
  ]);
  const boxes = [...text.matchAll(/<input type="checkbox" name="([^"]+)" value="on" checked/g)].map(([, name]) => [
    name,
    'on',
  ]);
  const texts = [...text.matchAll(/<textarea id="([^"]+)"[^>]*>\n?([^<]*)<\/textarea>/g)].map(
    ([, name, value = '']) => [name, unescaped(value).replaceAll(/\r\n?|\n/g, '\r\n')],
  );
  const choices = [...text.matchAll(/<select id="([^"]+)".*?<\/select>/gs)].map(([select, name]) => [
    name,
    /value="([^"]*)" selected/.exec(select)?.[1] ?? /<option[^>]* value="([^"]*)"/.exec(select)?.[1] ?? '',
  ]);
  return Object.fromEntries(
    [['version', valueIn(text, 'version') ?? ''], ...inputs, ...boxes, ...texts, ...choices].filter(
      ([name]) => !/^(?:site-search|_csrf)$/.test(String(name)),
    ),
  ) as Record<string, string>;
}

/** Sends a form with a picture, as a browser does. */
async function sendWithImage(path: string, fields: Record<string, string>) {
  const form = new FormData();
  const _csrf = valueIn((await browser.get(path)).text, '_csrf') ?? '';
  for (const [name, value] of Object.entries({ _csrf, image: '', ...fields })) form.append(name, value);
  form.append('image_file', new Blob([await picture(40, 30)], { type: 'image/png' }), 'hall.png');
  return browser.send('POST', path, form);
}

describe('the form of a new', () => {
  it('venue sets all members that the API has', async () => {
    const fields = {
      ...{
        address: '1 Quay Street',
        city: 'Riverside',
        zip: '12345',
        state: 'Ohio',
        province: '',
        country: 'United States',
      },
      ...{ phone: '+1 555 0100', website: 'https://boats.example/', description: '<p>By the <b>river</b></p>' },
    };
    const { headers } = await sendWithImage(`${ROOT}/add/venue`, {
      venue: 'Boat Shed',
      ...fields,
      show_map: 'on',
      status: 'private',
    });
    const page = await browser.get(headers.get('location') ?? '');
    expect(readable(page.text)).toContain('The venue is created.');
    expect(page.text).toContain('<h1 dir="auto">Boat Shed</h1>');
    expect(await stored('/venues/by-slug/boat-shed')).toMatchObject({
      ...{
        ...fields,
        description: '<p>By the <b>river</b></p>',
        venue: 'Boat Shed',
        stateprovince: 'Ohio',
        status: 'private',
      },
      ...{ show_map: true, show_map_link: false, image: { url: expect.stringContaining('/uploads/images/') } },
    });
  });

  it('organizer, category and tag do, too', async () => {
    const contact = { phone: '5', website: 'https://ann.example/', email: 'ann@boats.example', description: 'Ann' };
    await browser.submitAndFollow(`${ROOT}/add/organizer`, { organizer: 'Ann Example', ...contact, status: 'publish' });
    expect(await stored('/organizers/by-slug/ann-example')).toMatchObject({
      ...contact,
      description: '<p>Ann</p>',
      status: 'publish',
    });
    const { id } = await app.given.category({ name: 'Courses' });
    const term = { slug: 'learn', description: 'Learn & play' };
    await browser.submitAndFollow(`${ROOT}/add/category`, { name: 'Lessons', ...term, parent: String(id) });
    expect(await stored('/categories?slug=learn&hide_empty=false')).toMatchObject({
      categories: [{ name: 'Lessons', ...term, parent: id }],
    });
    const page = await browser.submitAndFollow(`${ROOT}/add/tag`, { name: 'Outdoors', slug: '', description: '' });
    expect(readable(page.text)).toContain('The tag is created.');
    expect(await stored('/tags?slug=outdoors&hide_empty=false')).toMatchObject({ tags: [{ name: 'Outdoors' }] });
  });

  it.each([
    [
      'venue',
      { venue: '', website: 'boats' },
      ['This parameter is missing.', 'Website must be an absolute http or https address'],
    ],
    ['venue', { venue: 'Far', image: 'ftp://x' }, ['Image must be the id of an image or its http or https address.']],
    ['organizer', { organizer: 'Ann', email: 'nobody' }, ['E-mail must be an e-mail address.']],
    [
      'category',
      { name: 'x'.repeat(201), parent: '999999' },
      ['Name must be at most 200 characters long.', 'Parent must be the id of a category, or 0.'],
    ],
    ['tag', { name: '', description: 'Typed' }, ['This parameter is missing.']],
  ])('%s is shown again with its faults: %j', async (noun, fields, faults) => {
    const { status, text } = await browser.submit(`${ROOT}/add/${noun}`, { description: 'Typed', ...fields });
    expect(status).toBe(422);
    for (const fault of nonEmpty(faults)) expect(readable(text)).toContain(fault);
    expect(text).toContain('Typed</textarea>');
    expect(text).toContain('aria-invalid="true"');
  });

  it('organizer keeps the chosen image when another field is refused', async () => {
    const refused = await sendWithImage(`${ROOT}/add/organizer`, { organizer: 'Painter', email: 'nobody' });
    expect([refused.status, readable(refused.text)]).toEqual([
      422,
      expect.stringContaining('The image that you chose is kept.'),
    ]);
    const image = valueIn(refused.text, 'image') ?? '';
    await browser.submitAndFollow(`${ROOT}/add/organizer`, { organizer: 'Painter', image });
    expect(await stored('/organizers/by-slug/painter')).toMatchObject({ image: { id: Number(image) } });
  });

  it('venue refuses a file that is no image, and any file of those who may upload none', async () => {
    const send = async (visitor: VisitingBrowser, path: string) => {
      const form = new FormData();
      form.append('_csrf', valueIn((await visitor.get(path)).text, '_csrf') ?? '');
      form.append('venue', 'Imageless');
      form.append('image_file', new Blob(['text'], { type: 'image/png' }), 'text.png');
      return visitor.send('POST', path, form);
    };
    const path = `${ROOT}/add/venue`;
    const refused = await send(browser, path);
    expect([refused.status, refused.text.includes('id="image-fault"')]).toEqual([422, true]);
    const contributor = browserOf(app, app.given.contributor());
    expect((await send(contributor, path)).status).toBe(422);
    expect(await stored('/venues?search=imageless&status=draft,publish')).toMatchObject({ total: 0 });
  });

  it.each(KINDS)('%s keeps what was typed when the name is in use', async (noun) => {
    const made = await app.given[noun]();
    const member = noun === 'category' || noun === 'tag' ? 'name' : noun;
    const typed = member === 'name' ? 'description' : 'phone';
    const fields = { [member]: String(made[member]), [typed]: 'Typed' };
    const { status, text } = await browser.submit(`${ROOT}/add/${noun}`, fields);
    expect([status, text.includes(member === 'name' ? 'Typed</textarea>' : 'value="Typed"')]).toEqual([422, true]);
    expect(text).toContain(`id="${member}-fault"`);
  });
});

describe('the form of a present', () => {
  const FULL = {
    venue: {
      description: '<p>One</p>\n<p>&amp; two</p>',
      city: 'Riverside',
      country: 'Italy',
      province: 'MI',
      website: 'https://a.example/?x=1&y=%22',
      show_map: false,
    },
    organizer: { description: 'Plain\n\ntext <b>&lt;</b>', email: 'ann@boats.example', status: 'draft' },
    category: { description: 'A "text" & more' },
    tag: { description: 'Two\nlines' },
  };

  it.each(KINDS)('%s changes nothing when it is sent as it was opened', async (noun, plural) => {
    const { id } = await app.given[noun](FULL[noun]);
    const before = await stored(`/${plural}/${id}`);
    const path = `${ROOT}/edit/${noun}/${id}`;
    expect((await browser.submit(path, await opened(path))).status).toBe(303);
    expect(await stored(`/${plural}/${id}`)).toEqual(before);
  });

  it('venue changes one member and leaves the others', async () => {
    const { id } = await app.given.venue(FULL.venue);
    const before = await stored(`/venues/${id}`);
    const path = `${ROOT}/edit/venue/${id}`;
    const page = await browser.submitAndFollow(path, { ...(await opened(path)), city: '', show_map: 'on' });
    expect(readable(page.text)).toContain('The venue is saved.');
    const { modified, modified_utc, ...after } = await stored(`/venues/${id}`);
    expect(after).toMatchObject({
      city: '',
      show_map: true,
      description: before['description'],
      website: before['website'],
    });
    expect([modified, modified_utc]).not.toContain(undefined);
  });

  it('venue shows its image, and removes it', async () => {
    const image = host.serve('/shed.png', await picture(40, 30));
    const { id } = await app.given.venue({ image });
    const path = `${ROOT}/edit/venue/${id}`;
    expect((await browser.get(path)).text).toContain('alt="The present image"');
    await browser.submitAndFollow(path, { ...(await opened(path)), remove_image: 'on' });
    expect(await stored(`/venues/${id}`)).toMatchObject({ image: false });
  });

  it.each(KINDS)(
    '%s keeps what was typed when somebody else saved meanwhile, and replaces it when it is sent again',
    async (noun, plural) => {
      const { id } = await app.given[noun]();
      const path = `${ROOT}/edit/${noun}/${id}`;
      const form = await opened(path);
      await app.api.as(editor).put(`/${plural}/${id}`, { description: 'Theirs' });
      const refused = await browser.submit(path, { ...form, description: 'Mine' });
      expect([refused.status, refused.text.includes('Mine</textarea>')]).toEqual([422, true]);
      expect(refused.text).toContain('Somebody else saved this after you opened it.');
      await browser.submitAndFollow(path, {
        ...form,
        description: 'Mine',
        version: valueIn(refused.text, 'version') ?? '',
      });
      expect(String((await stored(`/${plural}/${id}`))['description'])).toContain('Mine');
    },
  );

  it('category is not outdated by a new event', async () => {
    const { id } = await app.given.category();
    const path = `${ROOT}/edit/category/${id}`;
    const form = await opened(path);
    await app.given.event({ categories: [id] });
    await browser.submitAndFollow(path, { ...form, description: 'Mine' });
  });

  it('category refuses itself, those below it, and a slug in use', async () => {
    const [parent, other] = [await app.given.category(), await app.given.category()];
    const child = await app.given.category({ parent: parent.id });
    const path = `${ROOT}/edit/category/${parent.id}`;
    const form = await opened(path);
    const below = await browser.submit(path, { ...form, parent: String(child.id) });
    expect(readable(below.text)).toContain('Parent must be neither the category itself nor one below it.');
    const used = await browser.submit(path, { ...form, slug: other.slug });
    expect([used.status, used.text.includes('id="slug-fault"')]).toEqual([422, true]);
    expect((await browser.get(path)).text).not.toContain(`<option dir="auto" value="${parent.id}"`);
  });
});

describe('a list', () => {
  it.each(KINDS)('of %s has a search, the number of events, and links', async (noun, plural) => {
    const member = noun === 'category' || noun === 'tag' ? 'name' : noun;
    const made = await app.given[noun]({ [member]: `Zebra ${noun}` });
    const link = {
      venue: { venue: made.id },
      organizer: { organizer: made.id },
      category: { categories: [made.id] },
      tag: { tags: [made.id] },
    };
    await app.given.event({ ...link[noun], status: 'draft' });
    const trashed = await app.given.event(link[noun]);
    await app.api.as(editor).delete(`/events/${trashed.id}`);
    const { text } = await browser.get(`${ROOT}/${plural}?search=zebra`);
    expect(readable(/<tbody>.*<\/tbody>/s.exec(text)?.[0] ?? '')).toMatch(
      new RegExp(`^ *Zebra ${noun} 1 Edit Zebra ${noun} Delete Zebra ${noun} *$`),
    );
    expect(linksTo(text, ROOT)).toEqual(
      expect.arrayContaining([
        `${ROOT}/add/${noun}`,
        `${ROOT}/edit/${noun}/${made.id}`,
        `${ROOT}/delete/${noun}/${made.id}`,
        ...KINDS.map(([, other]) => `${ROOT}/${other}`),
      ]),
    );
    const nothing = await browser.get(`${ROOT}/${plural}?search=nowhere`);
    expect(readable(nothing.text)).toContain(`No ${noun} has these words. Show all ${plural}`);
  });

  it('names the parent of a category', async () => {
    const parent = await app.given.category({ name: 'Sports' });
    await app.given.category({ name: 'Quidditch', parent: parent.id });
    expect(readable((await browser.get(`${ROOT}/categories?search=quidd`)).text)).toContain('Quidditch in Sports');
  });

  it('has pages that keep the search', async () => {
    await Promise.all(Array.from({ length: 21 }, (_, index) => app.given.tag({ name: `Paged ${index}` })));
    const { text } = await browser.get(`${ROOT}/tags?search=paged`);
    expect(linksTo(text, `${ROOT}/tags?search=paged`)).toEqual([`${ROOT}/tags?search=paged&amp;page=2`]);
    expect(readable((await browser.get(`${ROOT}/tags?search=paged&page=2`)).text)).toContain('Page 2 of 2');
    expect(readable((await browser.get(`${ROOT}/tags?search=paged&page=9`)).text)).toContain(
      'This list has no page 9.',
    );
  });

  it('without entries leads to the first one', async () => {
    const empty = await startCalendar();
    try {
      const visitor = browserOf(empty, empty.given.editor());
      for (const [noun, plural] of KINDS) {
        const { text } = await visitor.get(`${ROOT}/${plural}`);
        expect(readable(text)).toContain(`There are no ${plural} yet. Add the first ${noun}`);
      }
    } finally {
      await empty.close();
    }
  });
});

describe('the page that deletes', () => {
  it.each([
    ['venue', 'venues', { venue: 'Old shed' }, 'The venue Old shed goes to the trash. 2 events lose it.'],
    ['organizer', 'organizers', { organizer: 'Old Ann' }, 'The organizer Old Ann goes to the trash. 2 events lose it.'],
    ['category', 'categories', { name: 'Old kind' }, 'The category Old kind is deleted for good. 2 events lose it.'],
    ['tag', 'tags', { name: 'Old tag' }, 'The tag Old tag is deleted for good. 2 events lose it.'],
  ] as const)('a %s says what it touches', async (noun, plural, fields, says) => {
    const { id, slug } = await app.given[noun](fields);
    const member = { venue: 'venue', organizer: 'organizer', category: 'categories', tag: 'tags' }[noun];
    const events = [await app.given.event({ [member]: id }), await app.given.event({ [member]: id, status: 'draft' })];
    const path = `${ROOT}/delete/${noun}/${id}`;
    expect(readable((await browser.get(path)).text)).toContain(says);
    const list = await browser.submitAndFollow(path, {});
    expect(readable(list.text)).toMatch(new RegExp(`The ${noun} “Old .*” is deleted.`));
    for (const event of events) expect(JSON.stringify(await stored(`/events/${event.id}`))).not.toContain(slug);
    const { status, body } = await app.api.as(editor).get(`/${plural}/${id}`);
    expect([status, Object(body).status]).toEqual(
      noun === 'venue' || noun === 'organizer' ? [200, 'trash'] : [404, undefined],
    );
    expect((await browser.get(path)).status).toBe(noun === 'venue' || noun === 'organizer' ? 410 : 404);
    expect((await browser.get(path.replace('delete', 'edit'))).status).toBe(
      noun === 'venue' || noun === 'organizer' ? 410 : 404,
    );
  });

  it('a category says that the ones below it move up, as they do', async () => {
    const top = await app.given.category();
    const middle = await app.given.category({ parent: top.id });
    const low = await app.given.category({ parent: middle.id });
    const path = `${ROOT}/delete/category/${middle.id}`;
    expect(readable((await browser.get(path)).text)).toContain(
      '0 events lose it. Its subcategories (1) move up by one level.',
    );
    await browser.submitAndFollow(path, {});
    expect(await stored(`/categories/${low.id}`)).toMatchObject({ parent: top.id });
  });
});

describe('rights', () => {
  const pagesOf = (noun: string, plural: string, id: number) => ({
    list: `${ROOT}/${plural}`,
    add: `${ROOT}/add/${noun}`,
    edit: `${ROOT}/edit/${noun}/${id}`,
    delete: `${ROOT}/delete/${noun}/${id}`,
  });

  it('send strangers to the log-in and back', async () => {
    const { status, headers } = await browserOf(app).get(`${ROOT}/add/venue`);
    expect([status, headers.get('location')]).toEqual([303, '/login?return=%2Fevents%2Fcommunity%2Fadd%2Fvenue']);
  });

  it.each([
    ['subscriber', {}],
    ['contributor', { venue: ['list', 'add'], organizer: ['list', 'add'] }],
    ['author', { venue: ['list', 'add'], organizer: ['list', 'add'], category: ['list', 'add', 'edit', 'delete'] }],
    ['editor', Object.fromEntries(KINDS.map(([noun]) => [noun, ['list', 'add', 'edit', 'delete']]))],
  ] as const)(
    'of a %s open these pages about records of others: %j',
    async (role, open: Record<string, readonly string[]>) => {
      const member = browserOf(app, app.given[role]());
      for (const [noun, plural] of KINDS) {
        const made = await app.given[noun]();
        const page = await member.get(new URL(String(made['url'])).pathname);
        const offered = linksTo(page.text, ROOT).map((link) => link.split('/')[3]);
        expect([noun, offered]).toEqual([noun, ['edit', 'delete'].filter((verb) => open[noun]?.includes(verb))]);
        for (const [name, path] of nonEmpty(Object.entries(pagesOf(noun, plural, made.id)))) {
          const { status, text } = await member.get(path);
          expect([path, status]).toEqual([path, open[noun]?.includes(name) ? 200 : 403]);
          if (status === 403) expect(text).toContain('This is not possible');
        }
      }
    },
  );

  it('of a contributor cover own drafts, and show no status that they may not set', async () => {
    const person = app.given.contributor();
    const member = browserOf(app, person);
    await member.submitAndFollow(`${ROOT}/add/venue`, { venue: 'My shed', status: 'draft' });
    const { text } = await member.get(`${ROOT}/venues?search=my+shed`);
    const [edit = ''] = linksTo(text, `${ROOT}/edit/venue/`);
    expect(readable(text)).toContain('My shed Draft');
    const form = await member.get(edit);
    expect([...form.text.matchAll(/<option[^>]* value="(\w+)"/g)].map(([, value]) => value)).toEqual([
      'draft',
      'pending',
      'private',
    ]);
    expect(form.text).not.toContain('name="image"');
    expect((await browserOf(app, app.given.author()).get(edit)).status).toBe(403);
  });

  it.each(KINDS)('decide again when the form of a %s is sent', async (noun, plural) => {
    const { id } = await app.given[noun]();
    const person = app.given.subscriber();
    const member = browserOf(app, person);
    app.content.change(person, ['venue-create']);
    const csrf = valueIn((await member.get(`${ROOT}/add/venue`)).text, '_csrf') ?? '';
    app.content.change(person, []);
    const { add, edit, delete: remove } = pagesOf(noun, plural, id);
    const before = await stored(`/${plural}/${id}`);
    for (const path of [add, edit, remove]) {
      const version = (await opened(edit))['version'] ?? '';
      const fields = { name: 'Mine', venue: 'Mine', organizer: 'Mine', version, _csrf: csrf };
      expect([path, (await member.send('POST', path, new URLSearchParams(fields))).status]).toEqual([path, 403]);
    }
    expect(await stored(`/${plural}/${id}`)).toEqual(before);
  });

  it('refuse a form without its token', async () => {
    expect((await browser.send('POST', `${ROOT}/add/tag`, new URLSearchParams({ name: 'Forged' }))).status).toBe(403);
  });
});

describe('the attendees of an event', () => {
  async function attended(names: readonly string[]): Promise<{ event: Made; path: string; ids: number[] }> {
    const event = await app.given.event();
    const ticket = await app.given.ticket({ name: 'Seat' }, event.id);
    const ids: number[] = [];
    for (const name of names) ids.push((await app.given.attendee(ticket, { name, email: `${name}@boats.example` })).id);
    return { event, path: `${ROOT}/attendees/${event.id}`, ids };
  }
  const namesIn = (html: string) => [...html.matchAll(/<th scope="row"><bdi>(\w+)/g)].map(([, name]) => name);

  it('are listed, searched and filtered', async () => {
    const { path, event, ids } = await attended(['Ann', 'Bob', 'Cleo']);
    const base = `/events/${event.id}/attendees`;
    await app.api.as(editor).post(`${base}/${ids[0]}/check-in`);
    await app.api.as(editor).delete(`${base}/${ids[1]}`);
    const { text } = await browser.get(path);
    expect(readable(text)).toContain('2 places are taken, 1 arrived.');
    expect(readable(text)).toContain('Ann@boats.example Seat');
    const found = async (query: string) => namesIn((await browser.get(`${path}?${query}`)).text);
    expect(await found('')).toEqual(['Ann', 'Bob', 'Cleo']);
    expect(await found('search=bo')).toEqual(['Ann', 'Bob', 'Cleo']);
    expect(await found('search=cleo%40')).toEqual(['Cleo']);
    expect(await found('show=going')).toEqual(['Ann', 'Cleo']);
    expect(await found('show=expected')).toEqual(['Cleo']);
    expect(await found('show=arrived')).toEqual(['Ann']);
    expect(await found('show=cancelled')).toEqual(['Bob']);
    expect(readable((await browser.get(`${path}?search=nobody`)).text)).toContain(
      'No attendee matches. Show all attendees',
    );
  });

  it('are checked in and out, and a place is cancelled after a question', async () => {
    const { path, event, ids } = await attended(['Ann']);
    const id = String(ids[0]);
    const base = `/events/${event.id}/attendees/${id}`;
    const { headers } = await browser.submit(`${path}?show=going`, { check_in: id });
    expect(headers.get('location')).toBe(`${path}?show=going#attendee-${id}`);
    expect(readable((await browser.get(path)).text)).toContain('Ann has arrived.');
    expect(await stored(base)).toMatchObject({ checked_in: true });
    await browser.submit(path, { check_in: id });
    expect(readable((await browser.get(path)).text)).toContain('The attendee has already arrived.');
    await browser.submit(path, { undo: id });
    expect(readable((await browser.get(path)).text)).toContain('Ann has not arrived.');
    const asked = await browser.get(`${path}/cancel/${id}`);
    expect(readable(asked.text)).toContain('The place of Ann becomes free for others.');
    await browser.submit(`${path}/cancel/${id}`, { cancel: id }, path);
    const { text } = await browser.get(path);
    expect(readable(text)).toContain('Ann no longer has a place.');
    expect(text).not.toContain('name="check_in"');
    expect(await stored(base)).toMatchObject({ status: 'cancelled' });
  });

  it('are exported as the API exports them, with the same filters', async () => {
    const { path, event } = await attended(['Ann', 'Bob']);
    const { text } = await browser.get(`${path}?search=ann`);
    const [link = ''] = linksTo(text, `${path}/csv`);
    const file = await browser.get(link);
    const api = await app.api.as(editor).get(`/events/${event.id}/attendees/csv?search=ann`);
    expect(file.text).toBe(api.text);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe(api.headers.get('content-disposition'));
    expect(file.headers.get('cache-control')).toContain('private');
  });

  it('of an event without places are nobody', async () => {
    const { path } = await attended([]);
    expect(readable((await browser.get(path)).text)).toContain('Nobody has a place yet. Back to the event');
  });

  it('are only for those who may change the event, whose page has the link', async () => {
    const author = app.given.author();
    const event = await app.given.event({}, author);
    const ticket = await app.given.ticket({}, event.id);
    const { id } = await app.given.attendee(ticket);
    const path = `${ROOT}/attendees/${event.id}`;
    for (const [person, isFor] of [
      [author, true],
      [editor, true],
      [app.given.author(), false],
      [app.given.subscriber(), false],
    ] as const) {
      const member = browserOf(app, person);
      const page = await member.get(`/event/${event.slug}/`);
      expect(linksTo(page.text, path)).toEqual(isFor ? [path] : []);
      for (const below of ['', '/csv', `/cancel/${id}`])
        expect([below, (await member.get(path + below)).status]).toEqual([below, isFor ? 200 : 403]);
    }
    const stranger = await browserOf(app).get(path);
    expect([stranger.status, stranger.headers.get('location')]).toEqual([
      303,
      `/login?return=${encodeURIComponent(path)}`,
    ]);
    const other = browserOf(app, app.given.author());
    const csrf = valueIn((await other.get(`${ROOT}/add/venue`)).text, '_csrf') ?? '';
    for (const field of ['check_in', 'undo', 'cancel'])
      expect((await other.send('POST', path, new URLSearchParams({ [field]: String(id), _csrf: csrf }))).status).toBe(
        403,
      );
  });
});
