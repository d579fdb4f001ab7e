import type { Browser } from 'puppeteer';
import { Reader } from './reader';

/** Cases of tests that must pass with and without scripts. */
export const WITH_AND_WITHOUT_SCRIPTS = [
  ['with JavaScript', true],
  ['without JavaScript', false],
] as const;

/**
 * Starts one browser for all tests of a file, and returns a function that opens a reader in it. Readers are closed after each test.
 * Call it before the hooks of the file, because hooks run in the order of their declaration.
 */
export function testReaders(): (baseUrl: string, scripts?: boolean) => Promise<Reader> {
  let browser: Browser;
  const readers: Reader[] = [];
  beforeAll(async () => {
    // Loaded here, because all other test files would wait for it.
    const { launchChromium } = await import('@almanac/chromium');
    browser = await launchChromium({ executablePath: process.env['PUPPETEER_EXECUTABLE_PATH'], network: 'open' });
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) await reader.close();
  });
  afterAll(() => browser.close());
  return async (baseUrl, scripts = true) => {
    const reader = await Reader.at(browser, baseUrl, { scripts });
    readers.push(reader);
    return reader;
  };
}
