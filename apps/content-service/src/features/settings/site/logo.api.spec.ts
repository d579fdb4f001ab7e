import { SERVICE_SECRET_HEADER } from '@almanac/auth';
import { csrfIn, VisitingBrowser } from '@almanac/testing';
import { member } from '../../../testing/answers';
import { type ContentApp, SERVICE_SECRET, startContent } from '../../../testing/content-app';
import { loggedIn } from '../../../testing/logged-in';
import { filesOf, multipart, picture } from '../../../testing/uploads';

const PAGE = '/settings/application/logo';

let app: ContentApp;
let browser: VisitingBrowser;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
  browser = await loggedIn(app, await app.given.user({ permissions: ['settings-manage'] }));
});
afterAll(() => app.close());

const uploadAs = ({ cookies }: VisitingBrowser, csrf: string, content: Uint8Array | string, name = 'Our logo.png') => {
  const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const form = multipart({ _csrf: csrf }, { image: { content, name } });
  return app.api.with({ cookie, accept: 'text/html' }).post(PAGE, form);
};
const upload = async (content: Uint8Array | string, name?: string) =>
  uploadAs(browser, csrfIn((await browser.get(PAGE)).text), content, name);

const logoInHeader = async () =>
  /<a class="site-name" href="\/"><img src="([^"]+)"/.exec(
    (await app.api.with({ accept: 'text/html' }).get('/')).text,
  )?.[1];
const system = async () => (await app.api.as(await app.given.admin()).get('/api/system')).body;
const logoFiles = async () => (await filesOf(app)).filter((file) => file.includes('images/system/'));

it('an uploaded logo is shown by all pages and by the API, and the former one is deleted', async () => {
  expect(await logoInHeader()).toContain('icon.svg');
  const seen: (string | undefined)[] = [];
  const services = app.api.with({ [SERVICE_SECRET_HEADER]: SERVICE_SECRET });
  for (const name of ['first.png', 'second.png']) {
    const { status, headers } = await upload(await picture(), name);
    expect([status, headers.get('location')]).toEqual([303, '/settings/application']);
    const logo = await logoInHeader();
    expect(logo).toMatch(/^\/uploads\/images\/system\/\d{4}-\d{2}\//);
    expect((await app.api.get(logo ?? '')).headers.get('content-type')).toBe('image/png');
    expect(member(await system(), 'app_logo')).toBe(`http://docs.example${logo ?? ''}`);
    expect((await services.get('/internal/site')).body).toMatchObject({ logo });
    seen.push(logo);
  }
  expect(new Set(seen).size).toBe(2);
  expect((await logoFiles()).map((file) => `/${file}`)).toEqual([seen[1]]);
});

it.each([
  ['a text', 'not an image', 'a.png'],
  ['a file with another ending', 'not an image', 'a.html'],
])('a logo cannot be %s', async (_what, content, name) => {
  const before = await logoFiles();
  const { status, headers } = await upload(content, name);
  expect([status, headers.get('location')]).toEqual([303, PAGE]);
  expect((await browser.get(PAGE)).text).toContain('The Image must');
  expect(await logoFiles()).toEqual(before);
});

it('a logo cannot be uploaded by strangers, without the CSRF token, or without the right', async () => {
  const before = await logoFiles();
  const reader = await loggedIn(app, await app.given.viewer());
  const csrf = csrfIn((await reader.get('/my-account')).text);
  const image = await picture();
  const refusals = [
    await uploadAs(new VisitingBrowser(app.api), '', image),
    await uploadAs(browser, 'forged', image),
    await uploadAs(reader, csrf, image),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([303, 403, 403]);
  expect(refusals[0]?.headers.get('location')).toBe('/login');
  expect(await logoFiles()).toEqual(before);
});
