import { VisitingBrowser } from '@almanac/testing';
import type { ContentApp } from './content-app';
import type { Person } from './given';

/** A browser in which the user has logged in. */
export async function loggedIn({ api, given }: Pick<ContentApp, 'api' | 'given'>, person: Person) {
  const browser = new VisitingBrowser(api);
  const { status } = await browser.logIn(await given.password(person, 'correct horse battery'));
  if (status !== 303) throw new Error(`the log-in was answered with ${status}`);
  return browser;
}
