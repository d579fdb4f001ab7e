import type { TestApi, TestResponse } from '@almanac/testing';
import { idOf } from '../../../../apps/content-service/src/testing/answers';
import { multipart } from '../../../../apps/content-service/src/testing/uploads';
import type { RunningServices } from './system';

/** A record that a service has acknowledged, and its path. */
export interface Acknowledged {
  service: 'content' | 'calendar';
  path: string;
}

/** Callers that write without a pause, and a ledger of everything that was acknowledged. */
export class BusyWriters {
  readonly ledger: Acknowledged[] = [];
  removed = 0;
  private isOver = false;
  private readonly work: Promise<unknown>;

  constructor(
    private readonly content: TestApi,
    private readonly calendar: TestApi,
    private readonly bookId: number,
    private readonly pageId: number,
  ) {
    this.work = Promise.all([this.pages(), this.attachments(), this.events(), this.removals()]);
  }

  static async start({ content, calendar }: RunningServices): Promise<BusyWriters> {
    const admin = await content.given.admin();
    const book = await content.given.book();
    const page = await content.given.page();
    return new BusyWriters(content.api.as(admin), calendar.api.as(admin), book.id, page.id);
  }

  /** @throws the first failure of a request */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.work;
  }

  private async pages(): Promise<void> {
    for (let number = 1; !this.isOver; number += 1) {
      const answer = await this.content.post('/api/pages', {
        book_id: this.bookId,
        name: `Page ${number}`,
        html: `<p>Text ${number}</p>`,
      });
      this.acknowledge('content', `/api/pages/${idOf(accepted(answer).body)}`);
    }
  }

  private async attachments(): Promise<void> {
    for (let number = 1; !this.isOver; number += 1)
      this.acknowledge('content', `/api/attachments/${await this.attach(`Bytes ${number}`)}`);
  }

  private async events(): Promise<void> {
    for (let number = 1; !this.isOver; number += 1) {
      const event = {
        title: `Event ${number}`,
        start_date: '2031-05-01 10:00:00',
        end_date: '2031-05-01 12:00:00',
      };
      const answer = await this.calendar.post('/events', event);
      this.acknowledge('calendar', `/events/${idOf(accepted(answer).body)}`);
    }
  }

  /** Files that are removed while a backup reads. */
  private async removals(): Promise<void> {
    while (!this.isOver) {
      const ids = [await this.attach('Soon gone'), await this.attach('Soon gone too')];
      for (const id of ids) accepted(await this.content.delete(`/api/attachments/${id}`));
      this.removed += 1;
    }
  }

  private async attach(content: string): Promise<number> {
    const form = multipart({ name: 'File', uploaded_to: this.pageId }, { file: { content, name: 'file.txt' } });
    return idOf(accepted(await this.content.post('/api/attachments', form)).body);
  }

  private acknowledge(service: Acknowledged['service'], path: string): void {
    this.ledger.push({ service, path });
  }
}

function accepted(answer: TestResponse): TestResponse {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
}
