// Keeps a copy of all events in a file. Each run fetches only the changes since the last one.
// ALMANAC=http://localhost:8080 TOKEN=<id>:<secret> node sync.mjs events.json
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { ApiError, createClient, data } from '@almanac/client';

const { ALMANAC: baseUrl = 'http://localhost:8080', TOKEN } = process.env;
const [file = 'events.json'] = process.argv.slice(2);
const { calendar } = createClient({ baseUrl, ...(TOKEN && { token: TOKEN }) });

const EMPTY = { since: undefined, events: {} };
const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : EMPTY);

/** A reader of the file sees the old copy or the new one, never a part. */
function save(copy) {
  writeFileSync(`${file}.new`, JSON.stringify(copy));
  renameSync(`${file}.new`, file);
}

async function sync({ since, events }) {
  const counts = { changed: 0, deleted: 0 };
  for (let token = since; ;) {
    const query = { per_page: 200, ...(token && { since: token }) };
    const page = await data(calendar.GET('/events/changes', { params: { query } }));
    for (const event of page.events) events[event.id] = { title: event.title, start: event.utc_start_date };
    for (const { id } of page.deleted) delete events[id];
    counts.changed += page.events.length;
    counts.deleted += page.deleted.length;
    token = page.token;
    // The token is saved with the changes before it, so an interrupted run continues here.
    save({ since: token, events });
    if (!page.has_more) return counts;
  }
}

/** 410: the token is older than the feed. The copy starts again from nothing. */
const syncOrRestart = (copy) =>
  sync(copy).catch((failure) => {
    if (failure instanceof ApiError && failure.status === 410) return sync({ since: undefined, events: {} });
    throw failure;
  });

const { changed, deleted } = await syncOrRestart(read());
console.log(`${changed} changed, ${deleted} deleted, ${Object.keys(read().events).length} in ${file}`);
