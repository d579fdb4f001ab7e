import { readdir } from 'node:fs/promises';
import type { CalendarApp } from '../../testing/calendar-app';
import type { Made } from '../../testing/given';
import { type ImageHost, picture } from '../../testing/image-host';

export interface ImageAnswer {
  id: number;
  url: string;
  sizes: Record<string, { width: number; height: number; url: string }>;
}
export const imageOf = (record: unknown): ImageAnswer => (record as { image: ImageAnswer }).image;

export const DAY = { title: 'Fair', start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' };
export const KINDS = [
  ['events', DAY],
  ['venues', { venue: 'Hall' }],
  ['organizers', { organizer: 'Ann' }],
] as const;

/** The refusal of a request for its image. */
export const REFUSED = {
  code: 'rest_invalid_param',
  data: { status: 400, params: { image: 'Invalid parameter.' } },
};

/** Requests about images, to an app that may fetch from the host. */
export function imageRequests(world: () => { app: CalendarApp; host: ImageHost }) {
  let served = 0;
  const send = (method: string, where: string, body: object, by = world().app.given.editor()) =>
    world().app.api.as(by).send(method, where, body);
  const posted = async (where: string, body: object): Promise<Made> => {
    const { status, body: made } = await send('POST', where, body);
    expect([status, made]).toMatchObject([201, {}]);
    return made as Made;
  };
  /** The address of an image that no request has used yet. */
  const fresh = async (width = 640, height = 480): Promise<string> =>
    world().host.serve(`/fresh-${(served += 1)}.png`, await picture(width, height));
  /** A stored image, as an event shows it. */
  const stored = async () => imageOf(await world().app.given.event({ image: await fresh() }));
  /** Names of all stored files. */
  const files = async () =>
    (await readdir(world().app.storage, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  return { send, posted, fresh, stored, files };
}
