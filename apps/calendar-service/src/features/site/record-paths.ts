import { notFound } from '@almanac/errors';
import { MAX_INTEGER } from '@almanac/validation';
import type { Settings } from '../../config';
import type { presentImage } from '../../calendar/images/image';
import type { WallClock } from '../../calendar/time-zones/wall-clock';
import type { RecordRef } from '../../records/access/record-ref';
import type { RecordNoun } from '../../records/record/record';
import type { TermKind } from '../terms/term.entity';

/** The path of the page of a record, as in its `url`; one without a slug is reached by its id. */
export const recordPath = (kind: RecordNoun, { id, slug }: { id: number; slug: string }): string =>
  slug === '' ? `/${kind}?p=${id}` : `/${kind}/${encodeURIComponent(slug)}/`;

/** The path of a repeating event at one of its times, by its start on the clock of the event. */
export function occurrencePath(event: { id: number; slug: string }, startsLocal: WallClock): string {
  const path = recordPath('event', event);
  return `${path}${path.includes('?') ? '&' : '?'}occurrence=${encodeURIComponent(startsLocal)}`;
}

/** The path of the page of a category or tag. */
export const termPath = ({ kind, slug }: { kind: TermKind; slug: string }): string =>
  `/events/${kind}/${encodeURIComponent(slug)}/`;

/** The path of a file of this site, so that pages load it from the host that they come from. */
const pathWithin = (url: string, { baseUrl }: Pick<Settings, 'baseUrl'>): string =>
  url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;

/** An image with its size, which keeps the page from jumping while it loads. */
export function sizedImage(
  { url, width, height }: ReturnType<typeof presentImage>,
  settings: Pick<Settings, 'baseUrl'>,
) {
  return { src: pathWithin(url, settings), width, height };
}

/** The record that an address names: by its slug, or by its id in `p` while it has no slug. */
export function addressedRecord(slug: string | undefined, id: unknown): RecordRef {
  if (slug !== undefined) return { slug };
  if (typeof id !== 'string' || !/^\d{1,10}$/.test(id) || Number(id) > MAX_INTEGER) return notFound('Page');
  return { id: Number(id) };
}
