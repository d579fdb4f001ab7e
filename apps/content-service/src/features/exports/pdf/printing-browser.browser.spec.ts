import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { launchChromium } from '@almanac/chromium';
import { until } from '@almanac/testing';
import type { Browser } from 'puppeteer';
import { printDocument, printOptions } from './print-document';
import { PrintingBrowser } from './printing-browser';
import { readPdf } from './testing/read-pdf';

// The pages of a browser that reaches the network, and documents without a policy: only the blocks of the page itself are left.
let browser: Browser;
let printing: PrintingBrowser;
let server: Server;
let url: string;
let visits: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium({ executablePath: process.env['PUPPETEER_EXECUTABLE_PATH'], network: 'open' });
  printing = new PrintingBrowser(() => Promise.resolve(browser), 1_000);
});
afterAll(async () => {
  await printing.close();
  await new Promise((resolve) => server.close(resolve));
});

/** Printing waits for the embedded image, and thereby for everything that loads before the document is complete. */
const documentWith = (html: string): string =>
  `<h1>Shown</h1><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">${html}`;

async function printed(html: string): Promise<string> {
  const own = await printing.open();
  const bytes = await buffer(printDocument(own, documentWith(html), printOptions('a4')));
  own.close();
  return (await readPdf(new Uint8Array(bytes).buffer)).text;
}

/** Shows a document in an ordinary page until the condition holds. */
async function showUntil(html: string, isOver: (text: string) => boolean): Promise<void> {
  const page = await browser.newPage();
  await page.setContent(documentWith(html), { waitUntil: 'domcontentloaded' });
  await until(async () => isOver(String(await page.evaluate('document.body.innerText').catch(() => ''))));
  await page.close();
}

describe('a printed page', () => {
  it.each([
    ['an image', '<img src="URL">'],
    ['an image of a drawing', '<svg><image href="URL"></image></svg>'],
    ['the background of an element', '<p style="background: url(URL)">a</p>'],
    ['a font', `<style>@font-face { font-family: f; src: url(URL) } p { font-family: f }</style><p>a</p>`],
    ['a stylesheet', '<link rel="stylesheet" href="URL">'],
    ['an imported stylesheet', '<style>@import url(URL);</style>'],
    ['a script', '<script src="URL"></script>'],
    ['a frame', '<iframe src="URL"></iframe>'],
    ['a frame in a frame', `<iframe srcdoc='<img src="URL">'></iframe>`],
    ['an object', '<object data="URL"></object>'],
    ['a plug-in', '<embed src="URL">'],
    ['a film', '<video src="URL" preload="auto"></video>'],
    ['a refresh', '<meta http-equiv="refresh" content="0; url=URL">'],
    ['a file for later', '<link rel="prefetch" href="URL">'],
  ])('requests nothing for %s, even if its browser has a network', async (_, html) => {
    const harmful = html.replace('URL', `${url}/harm`);
    await showUntil(harmful, () => visits.includes('/harm'));
    visits = [];
    await printed(harmful);
    // A request of the printed page would have arrived before this one.
    await showUntil(`<img src="${url}/later">`, () => visits.includes('/later'));
    expect(visits).toEqual(['/later']);
  });

  it.each([
    ['a script', `<script>RUN</script>`],
    ['a module', `<script type="module">RUN</script>`],
    ['the script of a data URI', `<script src="data:text/javascript,RUN"></script>`],
    ['a handler of the document', `<body onload="RUN">`],
    ['a handler of an image', `<img src="data:," onerror="RUN">`],
    ['a handler of a drawing', `<svg onload="RUN"></svg>`],
    ['a frame', `<iframe srcdoc="<script>parent.RUN</script>"></iframe>`],
    ['the address of a frame', `<iframe src="javascript:parent.RUN"></iframe>`],
  ])('runs no script for %s', async (_, html) => {
    const harmful = html.replace('RUN', `document.body.append('Changed')`);
    await showUntil(harmful, (text) => text.includes('Changed'));
    const text = await printed(harmful);
    expect(text).toContain('Shown');
    expect(text).not.toContain('Changed');
  });
});
