import { type ContentApp, startContent } from '../../testing/content-app';
import { OneTimeLinks } from './one-time-links';

let app: ContentApp;
let links: OneTimeLinks;
let userId: number;
beforeAll(async () => {
  app = await startContent();
  links = new OneTimeLinks(app.database);
});
beforeEach(async () => {
  userId = (await app.given.user()).id;
});
afterAll(() => app.close());

/** Makes the links of this user older by `time`. */
const agedBy = (time: string) =>
  app.database.query('UPDATE one_time_links SET expires_at = expires_at - $2::interval WHERE user_id = $1', [
    userId,
    time,
  ]);

describe('a one-time link', () => {
  it('identifies its user for its own purpose only', async () => {
    const token = await links.issue('invitation', userId);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await links.userOf('invitation', token)).toBe(userId);
    expect(await links.userOf('password-reset', token)).toBeUndefined();
    expect(await links.redeem('password-reset', token)).toBeUndefined();
  });

  it.each(['', 'x', 'A'.repeat(43)])('identifies no user with the unknown token %j', async (token) => {
    expect(await links.userOf('invitation', token)).toBeUndefined();
    expect(await links.redeem('invitation', token)).toBeUndefined();
  });

  it('is redeemed once and invalidates other links of its user and purpose', async () => {
    const [first, second] = [await links.issue('invitation', userId), await links.issue('invitation', userId)];
    const reset = await links.issue('password-reset', userId);
    const other = await links.issue('invitation', (await app.given.user()).id);
    expect(await links.redeem('invitation', second)).toBe(userId);
    for (const used of [first, second]) expect(await links.redeem('invitation', used)).toBeUndefined();
    expect(await links.userOf('password-reset', reset)).toBe(userId);
    expect(await links.userOf('invitation', other)).toBeDefined();
  });

  it('works again after the transaction that redeemed it rolls back', async () => {
    const token = await links.issue('invitation', userId);
    const failing = app.database.transaction(async () => {
      expect(await links.redeem('invitation', token)).toBe(userId);
      throw new Error('the password was refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await links.redeem('invitation', token)).toBe(userId);
  });

  it('is redeemed once by concurrent requests with any links of its user', async () => {
    const tokens = [await links.issue('invitation', userId), await links.issue('invitation', userId)];
    const tries = [...tokens, ...tokens].map((token) =>
      app.database.transaction(() => links.redeem('invitation', token)),
    );
    expect((await Promise.all(tries)).filter((id) => id !== undefined)).toEqual([userId]);
  });

  it.each([
    ['invitation', '13 days 23 hours', '1 hour 1 second'],
    ['password-reset', '59 minutes', '1 minute 1 second'],
  ] as const)('for a %s works for %s and not %s longer', async (purpose, within, beyond) => {
    const token = await links.issue(purpose, userId);
    await agedBy(within);
    expect(await links.userOf(purpose, token)).toBe(userId);
    await agedBy(beyond);
    expect(await links.userOf(purpose, token)).toBeUndefined();
    expect(await links.redeem(purpose, token)).toBeUndefined();
    await links.issue(purpose, userId);
    expect(await app.database.query('SELECT 1 FROM one_time_links WHERE user_id = $1', [userId])).toHaveLength(1);
  });

  it('is stored without its token and deleted with its user', async () => {
    const token = await links.issue('invitation', userId);
    const rows = await app.database.query('SELECT one_time_links::text FROM one_time_links WHERE user_id = $1', [
      userId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
    await app.database.query('DELETE FROM users WHERE id = $1', [userId]);
    expect(await links.userOf('invitation', token)).toBeUndefined();
  });
});
