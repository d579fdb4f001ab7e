import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiAnswer, type ApiClient, apiClient } from './api-client';

const SOURCE = 'Job';
const PAGES = 20;
const LOOK_EVERY_MS = 500;
/** A job of a killed process starts again at the first check after a minute without its heartbeat. */
const MAX_WAIT_MS = 240_000;

/** An import may end with a failure that asks its caller to run it again. */
const RETRYABLE = /"code":50[37],/;

/** Imports of one archive, each a job that adds one book. */
export class ImportJobs {
  private readonly started: number[] = [];

  private constructor(
    private readonly api: ApiClient,
    private readonly archive: Blob,
    /** A page of the exported book. */
    readonly pageId: number,
  ) {}

  static async prepare(url: string): Promise<ImportJobs> {
    const api = apiClient(url);
    const book = Number(succeeded(await api.post('/api/books', { name: SOURCE }))['id']);
    let page = 0;
    for (let count = 0; count < PAGES; count += 1) {
      const input = { book_id: book, name: `Page ${count}`, markdown: 'Text. '.repeat(500) };
      page = Number(succeeded(await api.post('/api/pages', input))['id']);
    }
    return new ImportJobs(api, await api.download(`/api/books/${book}/export/zip`), page);
  }

  /** Starts one import, whose job then runs in one of the processes. */
  async start(): Promise<void> {
    const form = new FormData();
    form.set('file', this.archive, 'book.zip');
    const id = Number(succeeded(await this.api.post('/api/imports', form))['id']);
    succeeded(await this.api.post(`/api/imports/${id}`, {}, { prefer: 'respond-async' }));
    this.started.push(id);
  }

  /** Waits until all imports have ended. @returns how many were started, and the faults */
  async check(): Promise<{ started: number; faults: string[] }> {
    const faults: string[] = [];
    let done = 0;
    for (const id of this.started) {
      const state = await this.endOf(id);
      if (state === 'done') done += 1;
      else if (!RETRYABLE.test(state)) faults.push(`import ${id} ended as ${state}`);
    }
    const { total } = succeeded(await this.api.get(`/api/books?filter[name]=${SOURCE}&count=1`));
    const books = Number(total) - 1;
    if (books !== done) faults.push(`${done} imports made ${books} books`);
    return { started: this.started.length, faults };
  }

  private async endOf(id: number): Promise<string> {
    for (const deadline = Date.now() + MAX_WAIT_MS; Date.now() < deadline; await sleep(LOOK_EVERY_MS)) {
      const { body } = await this.api.get(`/api/imports/${id}/run`);
      const state = String(body['state']);
      if (state === 'done') return state;
      if (['failed', 'canceled'].includes(state)) return JSON.stringify(body);
    }
    return 'unfinished';
  }
}

/** @throws Error with the answer of a failed request */
function succeeded({ status, body }: ApiAnswer): ApiAnswer['body'] {
  if (status !== 200 && status !== 202) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}
