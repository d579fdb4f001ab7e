import { readSettings } from '@almanac/runtime';
import { Mailer, MailError, readMailSettings } from '@almanac/mail';
import { Mailbox } from '@almanac/testing';
import { type ContentApp, startContent } from '../../../apps/content-service/src/testing/content-app';
import { NEW, OLD, rotate, SMOOTH } from '../testing/rotation';

let content: ContentApp;
beforeAll(async () => void (content = await startContent()));
afterAll(() => content.close());

it('a rotation of the password of the mail server fails no invitation', async () => {
  const mailbox = await Mailbox.open();
  mailbox.passwords.clear();
  mailbox.passwords.add(OLD);
  const before = { ...mailbox.environment, MAIL_USERNAME: 'almanac', MAIL_PASSWORD: OLD };
  let invited = 0;
  const invitation = () => ({ name: 'Ann', email: `ann-${(invited += 1)}@example.com`, send_invite: true });
  const rotation = await rotate(content, {
    before,
    after: { MAIL_PASSWORD: NEW },
    addKey: () => Promise.resolve(mailbox.passwords.add(NEW)),
    removeOldKey: () => Promise.resolve(mailbox.passwords.delete(OLD)),
    requests: [['POST', '/api/users', invitation]],
  });
  expect(rotation).toEqual(SMOOTH);
  expect(new Set(mailbox.letters.flatMap(({ to }) => to)).size).toBe(invited);
  const { mail } = readSettings(before, (s) => ({ mail: readMailSettings(s, { fromName: 'Almanac' }) }));
  const letter = { to: { name: 'Ann', address: 'ann@example.com' }, subject: 'Hello', body: ['Hello'] };
  await expect(new Mailer(mail).send(letter)).rejects.toThrow(MailError);
  await mailbox.close();
});
