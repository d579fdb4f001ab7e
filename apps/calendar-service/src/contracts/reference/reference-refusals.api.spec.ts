import { describeWithReference } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { CAPTURES, readCaptures } from './captures';
import type { Person } from '../../testing/content-stand-in';
import { REFUSALS } from './reference-deviations';

/** Requests that were refused for their input, not for the content of the reference's database. */
const refused = readCaptures().filter(
  ({ path, status, as }) => status >= 400 && !/\/\d/.test(path) && !path.includes('/by-slug/') && !as.includes('wrong'),
);

let app: CalendarApp;
let callers: Record<string, Partial<Person>>;
beforeAll(async () => {
  app = await startCalendar();
  // No record here may get an id of the reference, however many records the requests create.
  await app.database.query(
    `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1000000) FROM pg_sequences`,
  );
  const { editor, author, contributor, subscriber } = app.given;
  callers = {
    admin: editor(),
    editor: editor(),
    author: author(),
    contributor: contributor(),
    subscriber: subscriber(),
  };
});
afterAll(() => app.close());

describeWithReference(CAPTURES, 'a request that the reference rejects', () => {
  it.each(refused.map((capture) => [capture.name, capture] as const))(
    '%s is rejected by our API too, for the same parameters',
    async (name, capture) => {
      const { method, path, query, as, requestBody, text: raw, contentType = 'text/plain', status, body } = capture;
      const caller = callers[as] ?? {};
      const fields = Object.keys(requestBody).length > 0 ? requestBody : undefined;
      const api = raw === undefined ? app.api.as(caller) : app.api.saying(contentType, caller);
      const { status: ours, text } = await api.send(method, `${path}${query}`, raw ?? fields);
      const answer = JSON.parse(text);
      const deviation = REFUSALS[name];
      expect({ status: ours, text }).toMatchObject({ status: deviation?.status ?? status });
      if (deviation && deviation.status < 400) return;
      expect(answer).toMatchObject({ code: deviation?.code ?? body['code'] });
      if (deviation) return;
      const names = namesOf(body);
      expect(namesOf(answer).filter((name) => names.includes(name))).toEqual(names);
      expect(answer).toMatchObject({ data: { ...textsOf(body) } });
      expect(withoutNames(answer)).toBe(withoutNames(body));
      expect(answer).toMatchObject({ data: { ...explained(body) } });
    },
  );

  it('is listed as a deviation only if it was captured', () => {
    const names = new Set(refused.map(({ name }) => name));
    expect(Object.keys(REFUSALS).filter((name) => !names.has(name))).toEqual([]);
  });
});

/** The reasons in the answer of the reference, which left most of them out. */
function explained(body: Record<string, unknown>): object {
  const { details, ...data } = (body['data'] ?? {}) as { details?: object };
  const ofJson = Object.entries(data).filter(([name]) => name.startsWith('json_error'));
  return { ...Object.fromEntries(ofJson), ...(details && !Array.isArray(details) && { details }) };
}

/** The message, without the refused parameters: ours names more of them. */
const withoutNames = ({ message }: Record<string, unknown>): string =>
  String(message).replace(/parameter\(s\): .*/, '');

/** The text for each refused parameter; missing ones have none. */
function textsOf(body: Record<string, unknown>): object {
  const { params } = (body['data'] ?? {}) as { params?: object };
  return params && !Array.isArray(params) ? { params } : {};
}

/** Names of the refused parameters, in their order. */
function namesOf(body: Record<string, unknown>): string[] {
  const { params } = (body['data'] ?? {}) as { params?: Record<string, string> | string[] };
  return Array.isArray(params) ? params : Object.keys(params ?? {});
}
