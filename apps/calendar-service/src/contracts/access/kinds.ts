import { insertColumns, selectColumns, sql } from '@almanac/database';
import { JobRun } from '@almanac/jobs';
import { DiskStore } from '@almanac/storage';
import type { Kind, MatrixWorld, Thing } from '@almanac/testing';
import type { CalendarApp } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';

/** The app and the caller that the objects are made with. */
export interface CalendarWorld extends MatrixWorld {
  app: CalendarApp;
  owner: Person;
}

/** Visible records are published and belong to the owner; hidden ones are private and belong to another user. */
function record(kind: 'event' | 'venue' | 'organizer', nameOf: (made: Made) => unknown): Kind<CalendarWorld> {
  const named = (made: Made): Thing => ({ ...made, name: String(nameOf(made)) });
  return {
    visible: async ({ app, owner }) => named(await app.given[kind]({}, owner)),
    hidden: async ({ app }) =>
      named(await app.given[kind]({ status: 'private', ...(kind === 'event' && { slug: 'kept to ourselves' }) })),
  };
}

/** A record of the owner in the trash. */
export const trashed = (plural: string, { visible }: Kind<CalendarWorld>): Kind<CalendarWorld> => ({
  visible: async (world) => {
    const thing = await visible(world);
    await world.app.api.as(world.owner).delete(`/${plural}/${String(thing['id'])}`);
    return thing;
  },
});

/** An event with a ticket and an attendee; the name is the attendee's. */
async function attended({ app }: CalendarWorld, { id }: Thing, isArrived = false): Promise<Thing> {
  const ticket = await app.given.ticket({}, Number(id));
  const { id: attendeeId, name } = await app.given.attendee(ticket, {}, app.given.editor());
  if (isArrived) await app.api.as(app.given.editor()).post(`/events/${String(id)}/attendees/${attendeeId}/check-in`);
  return { id, ticketId: ticket.id, attendeeId, name };
}

/** Events with an attendee, who is checked in if `isArrived`. */
export const attendedEvent = (isArrived = false): Kind<CalendarWorld> => ({
  visible: async (world) => attended(world, await event.visible(world), isArrived),
  hidden: async (world) => attended(world, await (event.hidden ?? event.visible)(world), isArrived),
});

export const event = record('event', ({ title }) => title);
export const venue = record('venue', (made) => made['venue']);
export const organizer = record('organizer', (made) => made['organizer']);

/** A feed of the owner. */
export const feed: Kind<CalendarWorld> = {
  visible: async ({ app, owner }) => {
    const { body } = await app.api.as(owner).post('/feeds', { name: 'Feed' });
    const { id, url } = Object(body) as { id: number; url: string };
    return { id, name: 'Feed', token: /([^/]+)\.ics$/.exec(url)?.[1] ?? '' };
  },
};

/** An import of the owner that no worker has started. */
export const importRun: Kind<CalendarWorld> = {
  visible: async ({ app, owner }) => {
    const values = insertColumns(JobRun, { kind: `'import'`, createdBy: '$1', input: `'{}'` });
    const [run] = await app.database.query(
      sql`INSERT INTO job_runs AS run ${values} RETURNING ${selectColumns(JobRun, 'run', 'id')}`,
      [owner.id],
    );
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

/** Open to all callers who know its address. */
export const imageFile: Kind<CalendarWorld> = {
  visible: async ({ app }) => {
    const [month, file] = ['2031-05', 'file.png'];
    await new DiskStore(app.storage).put(`images/${month}/${file}`, Buffer.from('bytes'));
    return { name: file, month, file };
  },
};

export const category = term('category');
export const tag = term('tag');
