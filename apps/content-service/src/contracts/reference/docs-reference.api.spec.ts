import { describeWithReference, shapeFaults } from '@almanac/testing';
import { member } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { CAPTURES, readCaptures } from './captures';

/** The reference names its own classes and texts here. */
const OWN_TEXTS = ['controller', 'description'];

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

const captured = () => readCaptures(/^docs-json\.json$/)[0];

describeWithReference(CAPTURES, 'GET /api/docs.json beside the reference', () => {
  it('has the same fields with the same values', async () => {
    const { body } = await app.api.as(await app.given.admin()).get('/api/docs.json');
    const theirs = member(captured()?.body, 'docs.0');
    const first = member(body, 'docs.0');
    expect(shapeFaults(theirs, first)).toEqual([]);
    const known = (entry: unknown) =>
      Object.fromEntries(Object.entries(Object(entry)).filter(([name]) => !OWN_TEXTS.includes(name)));
    expect(known(first)).toEqual(known(theirs));
  });
});
