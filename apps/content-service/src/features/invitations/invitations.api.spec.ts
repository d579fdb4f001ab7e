import { csrfIn, Mailbox, VisitingBrowser } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';

const CHOSEN = { password: 'correct horse battery', password_confirmation: 'correct horse battery' };

let mailbox: Mailbox;
let app: ContentApp;
beforeAll(async () => {
  mailbox = await Mailbox.open();
  app = await startContent({ BASE_URL: 'http://docs.example', ...mailbox.environment });
});
afterAll(async () => {
  await app.close();
  await mailbox.close();
});

async function invited(email: string): Promise<{ id: number; link: string }> {
  const admin = app.api.as(await app.given.admin());
  const { body } = await admin.post('/api/users', { name: 'Ann', email, send_invite: true });
  const letter = mailbox.letters.find(({ to }) => to.includes(email));
  const { id } = body as { id: number };
  return { id, link: new URL(/http:\S+/.exec(letter?.mail.text ?? '')?.[0] ?? '').pathname };
}

describe('an invitation', () => {
  it('shows the email address, sets a password and writes an audit log entry', async () => {
    const { id, link } = await invited('ann@example.com');
    const browser = new VisitingBrowser(app.api);
    expect((await browser.get(link)).text).toContain('ann@example.com');
    expect((await browser.submitAndFollow(link, CHOSEN)).text).toContain('Your password is set.');
    expect((await browser.logIn({ email: 'ann@example.com', password: CHOSEN.password })).headers.get('location')).toBe(
      '/',
    );
    const recorded = await app.database.query(`SELECT detail FROM activities WHERE type = 'auth_register'`);
    expect(recorded).toEqual([{ detail: `(${id}) Ann` }]);
  });

  it('works only once, also for concurrent submissions', async () => {
    const { link } = await invited('bob@example.com');
    const browser = new VisitingBrowser(app.api);
    const form = new URLSearchParams({ _csrf: csrfIn((await browser.get(link)).text), ...CHOSEN });
    const answers = await Promise.all([browser.send('POST', link, form), browser.send('POST', link, form)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
    expect((await browser.get(link)).status).toBe(404);
  });

  it('returns 404 when it has expired or its user is deleted', async () => {
    const [late, gone] = [await invited('late@example.com'), await invited('gone@example.com')];
    await app.database.query(`UPDATE one_time_links SET expires_at = now() WHERE user_id = $1`, [late.id]);
    await app.database.query('DELETE FROM users WHERE id = $1', [gone.id]);
    for (const { link } of [late, gone]) expect((await new VisitingBrowser(app.api).get(link)).status).toBe(404);
  });
});
