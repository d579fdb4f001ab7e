import type { TestApi } from '@almanac/testing';
import type { ContentStandIn, Person } from './content-stand-in';

const KINDS = ['event', 'venue', 'organizer'] as const;
const of = (...rights: string[]): string[] => KINDS.flatMap((kind) => rights.map((right) => `${kind}-${right}`));

const CONTRIBUTOR = of('create', 'update-own', 'delete-own');
export const AUTHOR = [...CONTRIBUTOR, ...of('publish'), 'event-category-manage', 'image-create-all'];
export const EDITOR = [...AUTHOR, ...of('update-all', 'delete-all', 'view-private'), 'event-tag-manage'];

/** A record as the API answers it; tests name the members that they read. */
export type Made = { id: number; slug: string } & Record<string, unknown>;

export type MadeTicket = { id: number; event: number; name: string } & Record<string, unknown>;
export type MadeAttendee = { id: number; event: number; name: string; email: string; cancel_token: string } & Record<
  string,
  unknown
>;

/** Creates the records of a test through the API itself, with valid values for all fields that the test does not set. */
export class Given {
  private made = 0;

  /** @param api sends requests below the namespace */
  constructor(
    private readonly api: TestApi,
    private readonly content: ContentStandIn,
  ) {}

  /** May do everything in the calendar. */
  editor = (): Person => this.content.user(EDITOR);
  /** Writes and publishes; own records only. */
  author = (): Person => this.content.user(AUTHOR);
  /** Writes, but may not publish. */
  contributor = (): Person => this.content.user(CONTRIBUTOR);
  /** Has a token and no rights. */
  subscriber = (): Person => this.content.user([]);

  event(fields: object = {}, by: Person = this.editor()): Promise<Made> {
    const times = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' };
    return this.post('/events', { title: this.name('Event'), ...times, ...fields }, by);
  }

  venue(fields: object = {}, by: Person = this.editor()): Promise<Made> {
    return this.post('/venues', { venue: this.name('Venue'), ...fields }, by);
  }

  organizer(fields: object = {}, by: Person = this.editor()): Promise<Made> {
    return this.post('/organizers', { organizer: this.name('Organizer'), ...fields }, by);
  }

  category(fields: object = {}): Promise<Made> {
    return this.post('/categories', { name: this.name('Category'), ...fields }, this.editor());
  }

  tag(fields: object = {}): Promise<Made> {
    return this.post('/tags', { name: this.name('Tag'), ...fields }, this.editor());
  }

  /** A ticket of this event, or of a new one. */
  async ticket(fields: object = {}, eventId?: number): Promise<MadeTicket> {
    const event = eventId ?? (await this.event()).id;
    return this.send(`/events/${event}/tickets`, { name: this.name('Ticket'), ...fields }, this.editor(), isTicket);
  }

  /** A place of a ticket, booked by an anonymous caller by default. */
  attendee({ id, event }: MadeTicket, fields: object = {}, by: Partial<Person> = {}): Promise<MadeAttendee> {
    const name = this.name('Guest');
    const email = `${name.replace(' ', '')}@example.test`;
    return this.send(`/events/${event}/attendees`, { ticket: id, name, email, ...fields }, by, isAttendee);
  }

  private name(kind: string): string {
    this.made += 1;
    return `${kind} ${this.made}`;
  }

  private post(path: string, fields: object, by: Person): Promise<Made> {
    return this.send(path, fields, by, isMade);
  }

  private async send<T>(
    path: string,
    fields: object,
    by: Partial<Person>,
    isIt: (body: unknown) => body is T,
  ): Promise<T> {
    const { status, body } = await this.api.as(by).post(path, fields);
    if (status !== 201 || !isIt(body)) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }
}

const isMade = (body: unknown): body is Made =>
  typeof body === 'object' && body !== null && 'id' in body && 'slug' in body;

const isTicket = (body: unknown): body is MadeTicket =>
  typeof body === 'object' && body !== null && 'id' in body && 'event' in body;

const isAttendee = (body: unknown): body is MadeAttendee => isTicket(body) && 'cancel_token' in body;
