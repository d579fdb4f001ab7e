import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ATTACKS } from '../../testing/data/attack-strings.data';
import { type ContentApp, startContent } from '../../testing/content-app';
import { AttackedOutlets, type Outlets, type OutletOutput } from './attacked-outlets';
import { type Judged, JudgingBrowser } from './judging-browser';

/** The host name in the attacks. It must never receive a request. */
const EVIL = 'evil.example';
const POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/;

let app: ContentApp;
let listener: Server;
let browser: JudgingBrowser;
let attacks: string[];
let outlets: Outlets;
const visits: string[] = [];

beforeAll(async () => {
  listener = createServer((request, response) => {
    if (request.headers.host?.startsWith('localhost'))
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><body>');
    else {
      visits.push(request.url ?? '');
      response.setHeader('Access-Control-Allow-Origin', '*').end();
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  // The site of the reader and the host of the attacker are two names of the same server.
  const host = `127.0.0.1:${port}`;
  attacks = Object.values(ATTACKS)
    .flat()
    .map((attack) => attack.replaceAll(EVIL, host));
  browser = await JudgingBrowser.start({ site: `http://localhost:${port}/`, open: host });
  app = await startContent();
  outlets = await new AttackedOutlets(app.api.as(await app.given.admin()), app.baseUrl).read(attacks);
});
afterAll(async () => {
  await browser.close();
  await app.close();
  listener.close();
});

/** The outputs of matching outlets without duplicates. */
function of(pattern: RegExp): OutletOutput[] {
  const all = [...outlets].flatMap(([name, outputs]) => (pattern.test(name) ? outputs : []));
  expect(all.length).toBeGreaterThanOrEqual(attacks.length);
  return [...new Map(all.map((outputs) => [outputs.html, outputs])).values()];
}
const judge = (outputs: readonly OutletOutput[], pieces: boolean): Promise<Judged> =>
  browser.judge(
    outputs.map(({ html }) => html),
    { pieces },
  );

/** The harm that was done, with the attack that caused it. */
const harmIn = (outputs: readonly OutletOutput[], { verdicts, unattributed }: Judged): object[] => [
  ...verdicts.flatMap(({ harm }, index) => (harm.length > 0 ? [{ attack: outputs[index]?.attack, harm }] : [])),
  ...unattributed.map((harm) => ({ harm })),
];

/** Requests other than for the images, media players and frames that pages may show (content-behaviour §6.6). */
const unexpected = ({ verdicts, requests }: Judged): string[] => {
  const media = new Set(verdicts.flatMap((verdict) => verdict.media.map((url) => url.replace(/#.*$/, ''))));
  return requests.filter((url) => !media.has(url));
};

describe('attacks in a browser that runs scripts', () => {
  it('are detected when their HTML is not filtered', async () => {
    const raw = attacks.map((attack) => ({ attack, html: attack }));
    const judged = await judge(raw, true);
    expect(harmIn(raw, judged).length).toBeGreaterThan(attacks.length / 3);
    expect(visits.length).toBeGreaterThan(0);
    visits.length = 0;
  });

  it.each([
    // Equal outputs of all three are tested once.
    ['pages, their revisions and the contents of books', /^(page of|revision of|page in)/],
    ['marked changes of pages', /^changes/],
    ['the HTML that PDF files are made of', /^HTML for PDF/],
  ])('run nothing and request only media in %s', async (_name, outlet) => {
    const outputs = of(outlet);
    const judged = await judge(outputs, true);
    expect(harmIn(outputs, judged)).toEqual([]);
    expect(unexpected(judged)).toEqual([]);
    expect(visits).toEqual([]);
  });

  it.each([
    ['comments', /^comment/],
    ['descriptions', /^description/],
    ['search previews', /^search/],
  ])('run nothing and request nothing in %s', async (_name, outlet) => {
    const outputs = of(outlet);
    const judged = await judge(outputs, true);
    expect(harmIn(outputs, judged)).toEqual([]);
    expect(judged.requests).toEqual([]);
  });

  it('run nothing and request only media in exports without their content security policy', async () => {
    const outputs = of(/^HTML export/).map(({ attack, html }) => ({ attack, html: html.replace(POLICY, '') }));
    const judged = await judge(outputs, false);
    expect(harmIn(outputs, judged)).toEqual([]);
    expect(unexpected(judged)).toEqual([]);
    expect(visits).toEqual([]);
  });

  it('request nothing in exports with their content security policy', async () => {
    const outputs = of(/^HTML export of a (page|book)/);
    expect(outputs.every(({ html }) => POLICY.test(html))).toBe(true);
    expect((await judge(outputs, false)).requests).toEqual([]);
  });
});
