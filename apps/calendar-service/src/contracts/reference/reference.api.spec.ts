import { Additions, compareShape, describeWithReference, nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { type Capture, CAPTURES, readCaptures } from './captures';
import type { Person } from '../../testing/content-stand-in';
import { ImageHost, picture } from '../../testing/image-host';
import { DEVIATIONS, LEFT_OUT, READS } from './reference-deviations';

const captures = readCaptures();

const additions = new Additions(captures.map(({ body }) => body));

/** Requests with these fields name records of the reference's own database. */
const NAMES_RECORDS = ['author', 'venue', 'organizer', 'categories', 'tags', 'date', 'date_utc'];

/** Members whose values depend on the installation, on time, or on records that were made before. */
const FILESIZES = ['image.filesize', 'image.sizes.medium.filesize', 'image.sizes.thumbnail.filesize'];
const VARYING = [
  ...FILESIZES,
  'date',
  'date_utc',
  'modified',
  'modified_utc',
  'global_id_lineage.*',
  'global_id',
  'rest_url',
];

/** Relative dates: `tomorrow 9am` meant another day when it was captured. */
const RELATIVE = /tomorrow|today|next/;
const MOMENTS = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'].flatMap((name) => [
  name,
  `${name}_details`,
]);

let app: CalendarApp;
let editor: Person;
let images: ImageHost;
/** The id of the image on the reference. */
const CAPTURED_IMAGE = '41';
let image: unknown;
beforeAll(async () => {
  images = await ImageHost.start();
  app = await startCalendar({ OUTGOING_ALLOWED_HOSTS: images.host });
  editor = app.given.editor();
  const address = images.serve('/ref-image.png', await picture(640, 480));
  images.serve('/ref-image-2.png', await picture(320, 200));
  images.serve('/ref-text.txt', 'text', 'text/plain');
  image = (await app.given.event({ image: address }))['image'];
});
afterAll(async () => {
  await app.close();
  await images.stop();
});

/** The same request with the images of this test. */
function withImages(body: Record<string, unknown>): Record<string, unknown> {
  const sent = body['image'];
  if (typeof sent !== 'string') return body;
  return {
    ...body,
    image: sent === CAPTURED_IMAGE ? String((image as { id: number }).id) : sent.replace('127.0.0.1:8091', images.host),
  };
}

/** The body with only the path of the event's page, and without the number that makes its slug unique. */
const withPath = (body: object): object =>
  'website' in body
    ? { ...body, website: String(body.website).replace(/^https?:\/\/[^/]+(\/event\/.*?)(-\d+)?\/$/, '$1/') }
    : body;

const kindOf = ({ path }: Capture): string => path.split('/')[1] ?? '';

/** Whether a record is shown without its password: its flags are null. The password tests cover these records. */
const isBlanked = (item: Record<string, unknown>): boolean => JSON.stringify(item).includes('"show_map":null');

/** The records in the answer to a read, without those that are shown without their password. */
function itemsIn(capture: Capture): Record<string, unknown>[] {
  const kind = kindOf(capture);
  const items = capture.path.endsWith(kind) ? capture.body[kind] : [capture.body];
  return Array.isArray(items) ? (items as Record<string, unknown>[]).filter((item) => !isBlanked(item)) : [];
}

const named = (list: Capture[]): [string, Capture][] => list.map((capture) => [capture.name, capture]);

describeWithReference(CAPTURES, 'an answer of the reference to a create request', () => {
  const replayable = captures.filter(({ method, path, as, requestBody }) => {
    const collection = method === 'POST' && as === 'admin' && /^\/(events|venues|organizers)$/.test(path);
    return (
      collection &&
      Object.keys(requestBody).length > 0 &&
      !NAMES_RECORDS.some((key) => key in requestBody && `/${key}s` !== path)
    );
  });

  it.each(named(replayable))('%s matches ours, except for listed deviations', async (name, capture) => {
    const { path, requestBody, status, body } = capture;
    const deviation = DEVIATIONS[name];
    const moving = RELATIVE.test(String(requestBody['start_date'])) ? MOMENTS : [];
    const ignore = [...VARYING, ...moving, ...Object.keys(LEFT_OUT), ...(deviation?.ignore ?? [])];
    const ours = await app.api.as(editor).post(path, withImages(requestBody));
    expect({ status: ours.status, text: ours.text }).toMatchObject({ status: deviation?.status ?? status });
    expect(additions.undocumentedIn(ours.body)).toEqual([]);
    if (status >= 400 || deviation?.status !== undefined) return;
    expect(compareShape(withPath(body), withPath(Object(ours.body)), { ignore })).toEqual([]);
  });

  it('is listed as a deviation only if it was captured', () => {
    const names = new Set(captures.map(({ name }) => name));
    expect(Object.keys({ ...DEVIATIONS, ...READS }).filter((name) => !names.has(name))).toEqual([]);
  });
});

describeWithReference(CAPTURES, 'an answer of the reference to a read', () => {
  /** Only some records have an image, a venue or an organizer. */
  const OF_SOME_RECORDS = [
    'image',
    'json_ld.image',
    'json_ld.location',
    'json_ld.organizer',
    'venue.image',
    'venue.json_ld.image',
    'organizer.*.image',
    'organizer.*.json_ld.image',
  ];
  const readable = captures.filter(
    ({ name, method, path, status }) =>
      method === 'GET' &&
      status === 200 &&
      !(name in READS) &&
      /^\/(events|venues|organizers|categories|tags)(\/\d+)?$/.test(path),
  );
  const withItems = readable.filter((capture) => itemsIn(capture).length > 0);
  let records: Record<string, string>;

  beforeAll(async () => {
    const [venue, organizer] = [
      await app.given.venue({
        address: 'Via Appia 1',
        city: 'Rome',
        province: 'RM',
        zip: '00179',
        country: 'Italy',
        phone: '1',
      }),
      await app.given.organizer({ phone: '1', email: 'a@example.test' }),
    ];
    const [parent, tag] = [await app.given.category(), await app.given.tag()];
    const category = await app.given.category({ parent: parent.id });
    const links = { venue: venue.id, organizer: [organizer.id], categories: [category.id], tags: [tag.id] };
    const event = await app.given.event({ cost: '$10', website: 'https://example.test', ...links });
    const plain = await app.given.event();
    records = {
      event: `/events/${event.id}`,
      plain: `/events/${plain.id}`,
      venues: `/venues/${venue.id}`,
      organizers: `/organizers/${organizer.id}`,
      categories: `/categories/${category.id}`,
      tags: `/tags/${tag.id}`,
    };
  });

  it.each([
    ['events', 190],
    ['venues', 40],
    ['organizers', 40],
    ['categories', 45],
    ['tags', 45],
  ])('shows %s in at least %i answers', (kind, floor) => {
    expect(withItems.filter((capture) => kindOf(capture) === kind).length).toBeGreaterThanOrEqual(floor);
  });

  it.each(named(withItems))('%s has the members and types of ours', async (_, capture) => {
    const kind = kindOf(capture);
    for (const item of nonEmpty(itemsIn(capture))) {
      const record = kind === 'events' ? (Array.isArray(item['venue']) ? 'plain' : 'event') : kind;
      const ours = await app.api.get(records[record] ?? '');
      expect(additions.undocumentedIn(ours.body)).toEqual([]);
      expect(
        compareShape(typesOf(item), typesOf(ours.body), { ignore: [...OF_SOME_RECORDS, ...Object.keys(LEFT_OUT)] }),
      ).toEqual([]);
    }
  });
});

/** The same structure with the name of its type for each value. */
function typesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(typesOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, typesOf(member)]));
}
