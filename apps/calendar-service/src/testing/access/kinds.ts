import { DiskStore } from '@almanac/storage';
import type { Kind, MatrixWorld, Thing } from '@almanac/testing';
import type { CalendarApp } from '../calendar-app';
import type { Person } from '../content-stand-in';
import type { Made } from '../given';

/** What objects are made with. */
export interface CalendarWorld extends MatrixWorld {
  app: CalendarApp;
  owner: Person;
}

/** Published records are the owner's; hidden ones are private and the work of somebody else. */
function record(kind: 'event' | 'venue' | 'organizer', nameOf: (made: Made) => unknown): Kind<CalendarWorld> {
  const named = (made: Made): Thing => ({ ...made, name: String(nameOf(made)) });
  return {
    visible: async ({ app, owner }) => named(await app.given[kind]({}, owner)),
    hidden: async ({ app }) => named(await app.given[kind]({ status: 'private', ...(kind === 'event' && { slug: 'kept to ourselves' }) })),
  };
}

/** The owner's, in the trash. */
export const trashed = (plural: string, { visible }: Kind<CalendarWorld>): Kind<CalendarWorld> => ({
  visible: async (world) => {
    const thing = await visible(world);
    await world.app.api.as(world.owner).delete(`/${plural}/${String(thing['id'])}`);
    return thing;
  },
});

/** An event with a ticket and an attendee, whose name it is. */
async function attended({ app }: CalendarWorld, { id }: Thing, isArrived = false): Promise<Thing> {
  const ticket = await app.given.ticket({}, Number(id));
  const { id: attendeeId, name } = await app.given.attendee(ticket, {}, app.given.editor());
  if (isArrived) await app.api.as(app.given.editor()).post(`/events/${String(id)}/attendees/${attendeeId}/check-in`);
  return { id, ticketId: ticket.id, attendeeId, name };
}

/** Events that are attended; the attendees have arrived already if so wanted. */
export const attendedEvent = (isArrived = false): Kind<CalendarWorld> => ({
  visible: async (world) => attended(world, await event.visible(world), isArrived),
  hidden: async (world) => attended(world, await (event.hidden ?? event.visible)(world), isArrived),
});

export const event = record('event', ({ title }) => title);
export const venue = record('venue', (made) => made['venue']);
export const organizer = record('organizer', (made) => made['organizer']);

/** The address of a feed of the owner's. */
export const feed: Kind<CalendarWorld> = {
  visible: async ({ app, owner }) => {
    const { body } = await app.api.as(owner).post('/feeds', { name: 'Feed' });
    const { id, url } = Object(body) as { id: number; url: string };
    return { id, name: 'Feed', token: /([^/]+)\.ics$/.exec(url)?.[1] ?? '' };
  },
};

/** An import of the owner's that nobody works on yet. */
export const importRun: Kind<CalendarWorld> = {
  visible: async ({ app, owner }) => {
    const sql = `INSERT INTO job_runs (kind, created_by, input) VALUES ('import', $1, '{}') RETURNING id`;
    const [run] = await app.database.query<{ id: number }>(sql, [owner.id]);
    return { id: run?.id ?? 0, name: 'Import' };
  },
};

/** Terms are never hidden. */
const term = (kind: 'category' | 'tag'): Kind<CalendarWorld> => ({
  visible: async ({ app }) => {
    const made = await app.given[kind]();
    return { ...made, name: String(made['name']) };
  },
});

/** Everybody's who knows the address. */
export const imageFile: Kind<CalendarWorld> = {
  visible: async ({ app }) => {
    const [month, file] = ['2031-05', 'file.png'];
    await new DiskStore(app.storage).put(`images/${month}/${file}`, Buffer.from('bytes'));
    return { name: file, month, file };
  },
};

export const category = term('category');
export const tag = term('tag');
