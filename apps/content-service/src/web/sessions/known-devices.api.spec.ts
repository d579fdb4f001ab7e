import { VisitingBrowser } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';

const OLD = 'the old secret of all the services';
const NEW = 'the new secret of all the services';
/** The steps of a rotation (docs/runbook.md) that sign differently. */
const STEPS = [OLD, `${NEW},${OLD}`, NEW] as const;
const DEVICE = 'almanac-device';

const apps: ContentApp[] = [];
beforeAll(async () => {
  for (const SERVICE_SECRET of STEPS)
    apps.push(await startContent({ ...apps[0]?.environment, BASE_URL: 'http://docs.example', SERVICE_SECRET }));
});
afterAll(async () => {
  for (const app of apps.reverse()) await app.close();
});

const [BEFORE, DURING, AFTER] = [0, 1, 2];
const appAt = (step: number): ContentApp => apps[step]!;

async function someone() {
  const { given } = appAt(BEFORE);
  return given.password(await given.viewer(), 'correct horse battery');
}

async function deviceOf(credentials: { email: string; password: string }): Promise<string> {
  const browser = new VisitingBrowser(appAt(BEFORE).api);
  expect((await browser.logIn(credentials)).headers.get('location')).toBe('/');
  return browser.cookies.get(DEVICE) ?? '';
}

/** The cookie of the device after a visit without a log-in. */
async function afterVisit(step: number, device: string): Promise<string> {
  const browser = new VisitingBrowser(appAt(step).api);
  browser.cookies.set(DEVICE, device);
  expect((await browser.get('/login')).status).toBe(200);
  return browser.cookies.get(DEVICE) ?? '';
}

let addresses = 0;
/** The status of a log-in after six wrong guesses from the same address: only known devices have attempts of their own. */
async function logInAfterGuesses(step: number, credentials: { email: string; password: string }, device: string) {
  const place = { 'x-forwarded-for': `198.51.100.${(addresses += 1)}` };
  const guesser = new VisitingBrowser(appAt(step).api, place);
  for (let guess = 0; guess < 6; guess += 1) await guesser.logIn({ ...credentials, password: 'guess' });
  const visitor = new VisitingBrowser(appAt(step).api, place);
  visitor.cookies.set(DEVICE, device);
  return (await visitor.logIn(credentials)).status;
}

describe('during a rotation of SERVICE_SECRET, a known device', () => {
  it('stays known until the old secret is removed', async () => {
    const credentials = await someone();
    const device = await deviceOf(credentials);
    expect(await logInAfterGuesses(DURING, credentials, device)).toBe(303);
    expect(await logInAfterGuesses(AFTER, credentials, device)).toBe(429);
  });

  it('stays known for good when it visits meanwhile', async () => {
    const credentials = await someone();
    const device = await afterVisit(DURING, await deviceOf(credentials));
    expect(await logInAfterGuesses(AFTER, credentials, device)).toBe(303);
  });

  it('gets no other cookie while its own is signed with the current secret', async () => {
    const device = await deviceOf(await someone());
    expect(await afterVisit(BEFORE, device)).toBe(device);
    const renewed = await afterVisit(DURING, device);
    expect(renewed).not.toBe(device);
    expect(await afterVisit(DURING, renewed)).toBe(renewed);
  });

  it('gets no valid cookie for a forged one', async () => {
    expect(await afterVisit(DURING, 'x.1.y')).toBe('x.1.y');
  });
});
