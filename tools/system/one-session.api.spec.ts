import { csrfIn, VisitingBrowser } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../apps/calendar-service/src/testing/calendar-app';
import { type ContentApp, startContent } from '../../apps/content-service/src/testing/content-app';

const PASSWORD = 'correct horse battery';

let content: ContentApp;
let calendar: CalendarApp;
beforeAll(async () => {
  content = await startContent();
  calendar = await startCalendar({ CONTENT_URL: content.api.baseUrl });
});
afterAll(async () => {
  await calendar.close();
  await content.close();
});

/** The same browser at the calendar. */
function atCalendar({ cookies }: VisitingBrowser): VisitingBrowser {
  const browser = new VisitingBrowser(calendar.api.atRoot());
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

it('a session counts for the pages of both services until it ends', async () => {
  const person = await content.given.user({ permissions: ['event-create'] });
  const browser = new VisitingBrowser(content.api);
  await browser.logIn(await content.given.password(person, PASSWORD));
  expect((await atCalendar(browser).get('/events')).text).toContain(`>Account (<bdi>${person.name}</bdi>)</a>`);
  const former = atCalendar(browser);
  const { text } = await browser.get('/my-account');
  await browser.send('POST', '/logout', new URLSearchParams({ _csrf: csrfIn(text) }));
  for (const visitor of [former, atCalendar(browser)]) {
    const page = await visitor.get('/events');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('>Log in</a>')]);
  }
});

it('a stranger sees the name of the site and gets no cookie', async () => {
  const page = await new VisitingBrowser(calendar.api.atRoot()).get('/events');
  expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null]);
  expect(page.text).toContain('· Almanac</title>');
});
