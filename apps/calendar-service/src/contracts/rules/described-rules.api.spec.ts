import { nonEmpty } from '@almanac/testing';
import { NAMESPACE } from '../../config';
import { startCalendar } from '../../testing/calendar-app';
import { EDITOR } from '../../testing/given';
import type { CalendarWorld } from '../access/kinds';
import { ACCESS_RULES } from '../access/rules';
import { argumentsIn, describedPath, type Doc, fieldsIn, type Index } from './described-operations';
import { SchemaWalk } from './schema-walk';

type Exception = readonly [at: RegExp, reason: string];

/** Values that are refused by rules that JSON Schema has no word for. Messages and descriptions say them. */
const IN_WORDS: readonly Exception[] = [
  [/ \w*(date\w*|(starts|ends|overlaps|modified|available)_\w+)$/, 'dates in many spellings'],
  [/ (timezone|tz|currency|rrule|website|email|image)$/, 'names and addresses in many spellings'],
  [/ (cost|price)$/, 'amounts in many spellings'],
  [/ (since|cursor)$/, 'a token of an earlier answer'],
  [/ geo\w+$/, 'latitude and longitude belong together'],
  [/ (ticket|venue|organizer|categories|tags|include|exclude)$/, 'records that exist'],
  [/ (status|orderby)$/, 'words that the description lists'],
];

/** Values that are accepted in spite of their description, because they have no effect. */
const IGNORED: readonly Exception[] = [
  [/^GET \/calendar\/events\/v1 /, 'arguments of the index change nothing (calendar-behaviour §1)'],
  [/^DELETE .*\/events\/(by-slug\/:slug|:id) password$/, 'a deletion needs no password (calendar-behaviour §6.2)'],
  [/\/(venues|organizers|categories)\/:id\.ics (venue|organizer|categories)$/, 'the path names the record'],
  [/ (venues?|organizer)$/, '0 is no record, and another fault of `venues` is named `venue`'],
  [/ sort$/, 'an unknown order is the usual one'],
];

const ROOT = `/${NAMESPACE}`;
const ROUTES = Object.keys(ACCESS_RULES).filter((route) => route.includes(` ${ROOT}`));

let close: () => Promise<void>;
let walk: SchemaWalk;
let doc: Doc;
let index: Index;
beforeAll(async () => {
  const app = await startCalendar();
  close = () => app.close();
  const admin = app.content.user([...EDITOR, 'users-manage', 'settings-manage']);
  const api = app.api.atRoot().as(admin);
  const world: CalendarWorld = { app, api, owner: admin, callers: {}, success: () => 200 };
  doc = JSON.parse((await app.api.get('/doc')).text);
  index = JSON.parse((await app.api.get('')).text);
  walk = new SchemaWalk(world, api, doc, (at, isAllowed) =>
    (isAllowed ? IN_WORDS : IGNORED).some(([pattern]) => pattern.test(at)),
  );
});
afterAll(() => close());

describe('the rules of /doc are those that are enforced', () => {
  it.each(ROUTES)('in %s', async (route) => {
    expect(await walk.faultsOf(route, ACCESS_RULES[route] ?? {})).toEqual([]);
  });
});

it('the index of the namespace names the same parameters as /doc, and requires the same', () => {
  for (const route of nonEmpty(ROUTES)) {
    const [method = '', path = ''] = route.split(' ');
    const at = describedPath({ path }, ROOT);
    const requiredIn = (fields: Record<string, { required: boolean }>) =>
      Object.entries(fields)
        .map(([name, { required }]) => `${name} ${required}`)
        .sort();
    expect([route, requiredIn(argumentsIn(index, NAMESPACE, at, method))]).toEqual([
      route,
      requiredIn(fieldsIn(doc, at, method)),
    ]);
  }
});
