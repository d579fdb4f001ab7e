import { setTimeout as sleep } from 'node:timers/promises';
import { apiClient, type ApiClient } from './api-client';

const PAUSE_MS = 200;
const KILOBYTES = 64;

/** Refusals that tell the caller to try again, and broken connections. */
const REFUSALS = [0, 502, 503, 504, 507];

/** Uploads attachments, some at once. */
export class Uploads {
  /** The content of each acknowledged attachment, by its id. */
  readonly acknowledged = new Map<number, string>();
  refused = 0;
  /** Answers other than refusals. */
  readonly odd: number[] = [];
  private isOver = false;
  private readonly api: ApiClient;
  private readonly work: Promise<unknown>;

  constructor(url: string, pageId: number, atOnce = 1) {
    this.api = apiClient(url);
    this.work = Promise.all(Array.from({ length: atOnce }, () => this.keepUploading(pageId)));
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.work;
  }

  /** @returns how many acknowledged attachments are missing or have another content */
  async countLost(): Promise<number> {
    let lost = 0;
    for (const [id, content] of this.acknowledged) {
      const { status, body } = await this.api.get(`/api/attachments/${id}`);
      if (status !== 200 || body['content'] !== content) lost += 1;
    }
    return lost;
  }

  private async keepUploading(pageId: number): Promise<void> {
    for (let count = 1; !this.isOver; count += 1) {
      const content = `${count} `.repeat(KILOBYTES * 100);
      const form = new FormData();
      form.set('name', `Upload ${count}`);
      form.set('uploaded_to', String(pageId));
      form.set('file', new Blob([content]), 'upload.txt');
      const { status, body } = await this.api.post('/api/attachments', form);
      if (status === 200) this.acknowledged.set(Number(body['id']), Buffer.from(content).toString('base64'));
      else if (REFUSALS.includes(status)) this.refused += 1;
      else this.odd.push(status);
      await sleep(PAUSE_MS);
    }
  }
}
