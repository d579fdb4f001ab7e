import type { CDPSession } from 'puppeteer';

/** More than any language has. It limits the work of the caller. */
const MAX_CHARACTERS = 20_000;

/** Reads the prototype's property: an element named `body` would shadow it on the document. Hidden text is no part of `innerText`. */
const SHOWN = `Array.from(new Set(Reflect.get(Document.prototype, 'body', document).innerText)).slice(0, ${MAX_CHARACTERS}).join('')`;

/** Each character once that a document shows. */
export async function shownCharacters(session: CDPSession): Promise<string> {
  const { result } = await session.send('Runtime.evaluate', { expression: SHOWN, returnByValue: true });
  return String(result.value);
}
