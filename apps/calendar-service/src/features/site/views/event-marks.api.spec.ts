import { nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Made } from '../../../testing/given';
import { readable, visit } from '../../../testing/page-visitors';
import { categoryLook } from './event-entry';

const LONG = 'Safety walk along the whole harbour with the fire brigade';

let app: CalendarApp;
let talks: Made;
let music: Made;
beforeAll(async () => {
  app = await startCalendar();
  talks = await app.given.category({ name: 'Talks' });
  music = await app.given.category({ name: 'Music & more' });
  const at = (start_date: string, end_date: string) => ({ start_date, end_date });
  const hour = (day: string) => at(`2041-05-${day} 10:00:00`, `2041-05-${day} 11:00:00`);
  await app.given.event({ title: LONG, ...hour('08'), categories: [talks.id] });
  await app.given.event({ title: 'Both', ...hour('09'), categories: [talks.id, music.id], featured: true });
  await app.given.event({ title: 'Neither', ...hour('10') });
  await app.given.event({ title: 'Locked', ...hour('13'), categories: [talks.id], password: 'oar' });
  await app.given.event({ title: 'Regatta', ...at('2041-05-14', '2041-05-16'), all_day: true });
  await app.given.event({ title: 'Long night', ...at('2041-05-17 22:00:00', '2041-05-19 01:00:00') });
  await app.given.event({ title: 'Call', ...hour('21'), timezone: 'Asia/Tokyo' });
  await app.given.event({ title: 'Neighbours', ...hour('22'), timezone: 'Europe/Berlin' });
});
afterAll(() => app.close());

const pageAt = async (path: string): Promise<string> => (await visit(app, path)).text;
/** The entries of this event in a month or week. */
const entriesOf = (html: string, title: string): string[] =>
  html
    .split('<li class="entry')
    .map((entry) => entry.slice(0, entry.indexOf('</li>')))
    .filter((entry) => entry.includes(`<bdi>${title}</bdi>`));
const rowOf = (html: string, title: string): string =>
  readable(
    /<li[^>]*>(?:(?!<li|<\/li>).)*/gs.exec(
      html.slice(html.lastIndexOf('<li', html.indexOf(`<bdi>${title}</bdi>`))),
    )?.[0] ?? '',
  );

describe.each(['/events/month/2041-05/', '/events/week/2041-05-06/'])('an entry of %s', (path) => {
  it('tells its whole title, time and category in its tooltip', async () => {
    const [entry = ''] = entriesOf(await pageAt(path), LONG);
    expect(entry).toContain(`title="${LONG} · Wednesday, 8 May 2041, 10:00 – 11:00, Rome time (UTC+2) · Talks"`);
  });

  it('has the colour and shape of its first category by name, and names it to screen readers', async () => {
    const html = await pageAt(path);
    const [walk = ''] = entriesOf(html, LONG);
    expect(walk).toContain(`class="shaped ${categoryLook(talks.id)}"`);
    expect(walk).toContain('<span class="for-readers"><bdi>Talks</bdi></span>');
    const [both = ''] = entriesOf(html, 'Both');
    expect(both).toContain(`class="shaped ${categoryLook(music.id)}"`);
    expect(both).toContain('Music &amp; more · featured"');
    const [neither = ''] = entriesOf(html, 'Neither');
    expect(neither).not.toContain('shaped');
  });

  it('is explained by a legend of the categories shown, which are filters', async () => {
    const [, legend = ''] =
      /<ul class="legend" aria-label="Categories">(.*?)<\/ul>/s.exec(await pageAt(`${path}?search=o`)) ?? [];
    expect([...legend.matchAll(/class="([^"]+)" href="([^"]+)"><bdi>([^<]+)/g)].map(([, ...parts]) => parts)).toEqual([
      [`shaped ${categoryLook(music.id)}`, `${path}?search=o&amp;categories=${music.slug}`, 'Music &amp; more'],
      [`shaped ${categoryLook(talks.id)}`, `${path}?search=o&amp;categories=${talks.slug}`, 'Talks'],
    ]);
  });
});

it('a protected event shows no category', async () => {
  for (const path of nonEmpty(['/events/month/2041-05/', '/events/2041-05-13/', '/events/'])) {
    const html = await pageAt(path);
    const at = html.indexOf('<bdi>Locked</bdi>');
    expect(at).toBeGreaterThan(0);
    expect(html.slice(html.lastIndexOf('<li', at), html.indexOf('</li>', at))).not.toContain('Talks');
  }
  expect(await pageAt('/events/week/2041-05-13/')).not.toContain('class="legend"');
});

it('an event of several days continues from day to day', async () => {
  const entries = entriesOf(await pageAt('/events/month/2041-05/'), 'Regatta');
  const ends = entries.map((entry) => [
    entry.includes(' came-over'),
    entry.includes(' goes-on'),
    /<time[^>]*>([^<]+)/.exec(entry)?.[1],
  ]);
  expect(ends).toEqual([
    [false, true, 'until 16 May'],
    [true, true, 'until 16 May'],
    [true, false, undefined],
  ]);
});

describe('the row of an event', () => {
  it.each([
    ['/events/', LONG, `Wed 8 ${LONG} 10:00 – 11:00 Talks`],
    ['/events/', 'Regatta', 'Tue 14 Regatta Until Thursday, 16 May 2041'],
    ['/events/', 'Long night', 'Fri 17 Long night 22:00 – Sunday, 19 May 2041, 01:00'],
    ['/events/', 'Call', 'Tue 21 Call 10:00 – 11:00, Tokyo time (UTC+9)'],
    ['/events/', 'Neighbours', 'Wed 22 Neighbours 10:00 – 11:00'],
    ['/events/?zone=Asia%2FTokyo', 'Call', 'Tue 21 Call 10:00 – 11:00'],
    ['/events/2041-05-08/', LONG, `10:00 – 11:00 ${LONG} Talks`],
    ['/events/2041-05-15/', 'Regatta', 'Tuesday, 14 May 2041 – Thursday, 16 May 2041 Regatta'],
    ['/events/2041-05-18/', 'Long night', 'Friday, 17 May 2041, 22:00 – Sunday, 19 May 2041, 01:00 Long night'],
    ['/events/category/talks/', LONG, `Wed 8 ${LONG} 10:00 – 11:00 Talks`],
  ])('at %s says the date of %s once: %s', async (path, title, words) => {
    expect(rowOf(await pageAt(path), title).trim()).toBe(words);
  });
});

it.each([
  ['/events/', 'Times are Rome time, unless an event names another one.'],
  ['/events/month/2041-05/', 'Times are Rome time, unless an event names another one.'],
  ['/events/week/2041-05-06/', 'Times are Rome time, unless an event names another one.'],
  ['/events/2041-05-08/', 'Times are Rome time, unless an event names another one.'],
  ['/events/category/talks/', 'Times are Rome time, unless an event names another one.'],
  ['/events/month/2041-05/?zone=America%2FNew_York', 'All times are New York time.'],
  ['/events/month/2041-05/?zone=UTC%2B2', 'All times are UTC+2.'],
])('%s names its clock: %s', async (path, sentence) => {
  expect(readable(await pageAt(path))).toContain(sentence);
});

it('an entry on another clock names it', async () => {
  const html = await pageAt('/events/month/2041-05/');
  expect(readable(entriesOf(html, 'Call')[0] ?? '')).toContain('10:00 Tokyo time Call');
  expect(readable(entriesOf(html, 'Neighbours')[0] ?? '')).toContain('10:00 Neighbours');
});

it('an embedded list names the zone of each time', async () => {
  const text = readable(await pageAt('/events/embed'));
  expect(text).toContain('Wednesday, 8 May 2041, 10:00 – 11:00, Rome time (UTC+2)');
});
