import { ServerResponse } from 'node:http';
import { ANONYMOUS } from '@almanac/auth';
import { Snapshots } from '@almanac/database';
import { memoryShares } from '@almanac/testing';
import express, { type Request, type Response } from 'express';
import { AnswerCache } from './answer-cache';

const MAX_BYTES = 32 * 1024 * 1024;

const app = express();

/** A request and its response without a connection. */
function exchange(url: string): [Request, Response] {
  const request: Request = Object.assign(Object.create(app.request), { url, method: 'GET', headers: {} });
  const response: Response = Object.setPrototypeOf(new ServerResponse(request), app.response);
  return [request, response];
}

/** The cache on a database that never changes. */
function newCache(): AnswerCache {
  const unchanged = { current: () => Promise.resolve('1'), ofRequest: () => '1' };
  const snapshots: Snapshots = Object.assign(Object.create(Snapshots.prototype), unchanged);
  return new AnswerCache(snapshots, { routes: [], callersTakeSnapshots: false });
}

type Add = (cache: AnswerCache, text: string, number: number) => Promise<unknown>;

const lists: Add = (cache, text, number) => {
  const url = `/calendar/events/v1/events?search=${'x'.repeat(2_000)}&page=${number}`;
  const [request, response] = exchange(url);
  return cache.answer(request, response, async () => {
    response.set({ 'X-Total': `${number}`, 'X-Total-Count': `${number}`, 'X-Total-Pages': `${number}` });
    response.set({ Link: Buffer.from(`<${url}>; rel="next", <${url}>; rel="prev"`).toString() });
    return Promise.resolve({ text });
  });
};
const records: Add = (cache, text, number) =>
  cache.answer(...exchange(`/api/pages/${number}`), () => Promise.resolve({ text }));
const pages: Add = (cache, text, number) => cache.text(`/page/${number}`, ANONYMOUS, () => Promise.resolve(text));
const files: Add = (cache, text, number) =>
  cache.file(`file ${number}`, ANONYMOUS, () => Promise.resolve({ name: `${number}.txt`, content: Buffer.from(text) }));

describe('the cache of answers', () => {
  it.each([
    ['lists', lists],
    ['records', records],
    ['pages', pages],
    ['files', files],
  ])('takes the memory that it counts for %s', async (_, add) => {
    const cache = newCache();
    const parts = await memoryShares({ maxBytes: MAX_BYTES, entryBytes: 800 }, (text, number) =>
      add(cache, text, number),
    );
    expect(Math.max(...parts)).toBeLessThan(1.5);
  });
});
