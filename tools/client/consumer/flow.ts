// A program of a user of the package. The test compiles it under strict rules, and runs it as an ES module, as CommonJS and in a browser.
import {
  ApiError,
  type ClientOptions,
  type Content,
  createClient,
  data,
  ifMatch,
  onProgress,
  repeatOnConflict,
  versioned,
} from '@almanac/client';

type Failure = { status: number; type: string | undefined; fields: string[]; hasRequestId: boolean };

/** The name of each run is its own, so that runs on one system do not see each other's records. */
export async function flow(options: ClientOptions, run: string, file: Blob, cover: File) {
  const client = createClient(options);
  const { content, calendar } = client;

  // Every second answer is lost on its way, as if the connection broke after the service had done its work.
  let requests = 0;
  const unreliable = createClient({
    ...options,
    retry: { firstPauseMs: 1 },
    fetch: async (request) => {
      const response = await fetch(request);
      requests += 1;
      if (requests % 2 === 1) throw new TypeError('The connection broke');
      return response;
    },
  });
  const name = `${run} library`;
  const book = await data(
    unreliable.content.POST('/api/books', { body: { name, tags: [{ name: 'kind', value: 'own' }] } }),
  );
  const books = await data(content.GET('/api/books', { params: { query: { 'filter[name]': name } } }));

  for (const title of ['A', 'B', 'C'])
    await content.POST('/api/pages', { body: { book_id: book.id, name: `${run} ${title}`, markdown: `# ${title}` } });
  const pages: Content['schemas']['PageInList'][] = [];
  const query = { 'filter[book_id]': String(book.id), sort: 'name', count: 2 } as const;
  for await (const page of content.items('/api/pages', { params: { query } })) pages.push(page);
  const found: string[] = [];
  for await (const hit of content.items('/api/search', { params: { query: { query: `"${run} library"`, count: 1 } } }))
    found.push(hit.name);

  const venue = await data(calendar.POST('/venues', { body: { venue: `${run} hall`, status: 'publish' } }));
  for (const day of [1, 2, 3])
    await calendar.POST('/events', {
      body: {
        title: `${run} ${day}`,
        start_date: `2031-05-0${day} 10:00`,
        end_date: `2031-05-0${day} 11:00`,
        venue: venue.id,
        status: 'publish',
      },
    });
  const events: string[] = [];
  for await (const event of calendar.items('/events', {
    params: { query: { start_date: '2031-05-01', end_date: '2031-05-31', venue: [venue.id], per_page: 2 } },
  }))
    events.push(event.title);
  const feed = await data(calendar.POST('/feeds', { body: { name: run } }));

  const [first, second] = pages;
  if (!first || !second) throw new Error('The pages are missing');
  const path = { id: first.id };
  const attachment = await data(
    unreliable.content.POST('/api/attachments', { body: { name: 'data.bin', uploaded_to: first.id, file } }),
  );
  const attachments = await data(
    content.GET('/api/attachments', { params: { query: { 'filter[uploaded_to]': String(first.id) } } }),
  );
  // The progress of the second upload: bytes only rise, up to the total.
  const seen: number[] = [];
  const uploaded = await data(
    content.POST('/api/attachments', {
      body: { name: 'more.bin', uploaded_to: second.id, file },
      ...onProgress(({ loaded, total }) => seen.push(loaded / total)),
    }),
  );
  const refusedUpload = await failureOf(
    content.POST('/api/attachments', {
      body: { name: '', uploaded_to: second.id, file: cover },
      ...onProgress(() => undefined),
    }),
  );
  const download = await client.fetch(`/attachments/${attachment.id}`);
  const covered = await data(
    content.PUT('/api/books/{id}', {
      params: { path: { id: book.id } },
      body: { tags: [{ name: 'state', value: 'new' }, { name: 'kind' }], image: cover },
    }),
  );
  const saved = await data(content.GET('/api/books/{id}', { params: { path: { id: book.id } } }));
  const { data: exported } = await content.GET('/api/pages/{id}/export/{format}', {
    params: { path: { ...path, format: 'plaintext' } },
    parseAs: 'stream',
  });

  const read = await content.GET('/api/pages/{id}', { params: { path } });
  const change = (headers: { 'If-Match': string }, title: string) =>
    content.PUT('/api/pages/{id}', { params: { path }, headers, body: { name: title } });
  const changed = await change(ifMatch(read), `${run} changed`);
  await change(ifMatch(changed), `${run} changed again`);
  const current = await versioned(content.GET('/api/pages/{id}', { params: { path } }));
  const restored = await versioned(change(ifMatch(current), current.data.name));
  const conflict = await failureOf(change(ifMatch(read), `${run} too late`));
  let attempts = 0;
  const repeated = await repeatOnConflict(async () => {
    attempts += 1;
    const now = await content.GET('/api/pages/{id}', { params: { path } });
    return change(ifMatch(attempts === 1 ? read : now), `${run} merged`);
  });

  const gone = new AbortController();
  gone.abort();
  return {
    books: books.total,
    pages: pages.map((page) => page.name.slice(run.length + 1)),
    found: found.includes(name),
    events: events.map((title) => title.slice(run.length + 1)),
    hasFeed: feed.url.includes('http'),
    attachments: attachments.total,
    progress: {
      id: uploaded.id > attachment.id,
      rises: seen.every((part, at) => part >= (seen[at - 1] ?? 0)),
      last: seen.at(-1),
    },
    refusedUpload,
    versions: restored.data.id === first.id && restored.version !== current.version,
    downloaded: await lengthOf(download.body),
    exported: (await lengthOf(exported ?? null)) > 0,
    cover: covered.id === book.id && saved.cover !== null,
    tags: saved.tags.map((tag) => [tag.name, tag.value]),
    conflict,
    attempts,
    merged: (await data(Promise.resolve(repeated))).name.slice(run.length + 1),
    invalid: await failureOf(content.POST('/api/books', { body: { name: '' } })),
    invalidDate: await failureOf(
      calendar.POST('/events', { body: { title: 'No', start_date: '2031-05-02 10:00', end_date: 'never' } }),
    ),
    missing: await failureOf(client.fetch('/attachments/999999')),
    unchanged: (
      await content.GET('/api/pages/{id}', {
        params: { path, header: { 'If-None-Match': ifMatch(repeated)['If-Match'] } },
      })
    ).response.status,
    aborted: await content.GET('/api/books', { signal: gone.signal }).catch((failure: Error) => failure.name),
    abortedUpload: await abortedUpload(client, file),
  };
}

/** An upload that its caller stops at its first progress. */
async function abortedUpload(client: ReturnType<typeof createClient>, file: Blob): Promise<string> {
  const stop = new AbortController();
  const init = { method: 'POST', body: file, signal: stop.signal };
  return client.fetch('/api/imports', { ...init, ...onProgress(() => stop.abort()) }).then(
    () => 'sent',
    (failure: Error) => failure.name,
  );
}

/** Mistakes that a compiler has to find. */
export async function mistakes({ content }: ReturnType<typeof createClient>): Promise<void> {
  // @ts-expect-error there is no such path
  await content.GET('/api/nothing');
  // @ts-expect-error a book needs a name
  await content.POST('/api/books', { body: {} });
  // @ts-expect-error a book is not a list
  content.items('/api/books/{id}');
  // @ts-expect-error books have no such order
  content.items('/api/books', { params: { query: { sort: 'nothing' } } });
}

async function failureOf(call: Promise<unknown>): Promise<Failure | undefined> {
  try {
    await call;
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    const { status, type, validation, requestId } = failure;
    return { status, type, fields: Object.keys(validation), hasRequestId: requestId !== undefined };
  }
  return undefined;
}

async function lengthOf(stream: ReadableStream<Uint8Array> | null): Promise<number> {
  const reader = stream?.getReader();
  let length = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) length += part.value.length;
  return length;
}
