import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { Mailbox } from '@almanac/testing';
import { type Letter, Mailer, MailError } from './mailer';
import type { MailSettings } from './mail-settings';

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.open();
});
afterEach(() => mailbox.letters.splice(0));
afterAll(() => mailbox.close());

async function listening(listener: Server): Promise<number> {
  await once(listener, 'listening');
  const address = listener.address() as AddressInfo;
  return address.port;
}

const settings = (changes: Partial<MailSettings> = {}): MailSettings => ({
  host: '127.0.0.1',
  port: mailbox.port,
  login: undefined,
  from: { name: 'Almanac', address: 'almanac@example.com' },
  encryption: 'auto',
  // The server's certificate is self-signed.
  verifyCertificate: false,
  ...changes,
});

const letter = (changes: Partial<Letter> = {}): Letter => ({
  to: { name: 'Ann', address: 'ann@example.com' },
  subject: 'Hello',
  body: ['Hello Ann,', { label: 'Open', url: 'https://docs.example/a?b=1&c=2' }],
  ...changes,
});

const received = () => mailbox.letters[0]!.mail;

describe('a letter', () => {
  it('arrives as text and as HTML', async () => {
    await new Mailer(settings()).send(letter());
    const mail = received();
    expect(mailbox.letters).toEqual([{ from: 'almanac@example.com', to: ['ann@example.com'], mail }]);
    expect(mail).toMatchObject({
      subject: 'Hello',
      from: { name: 'Almanac', address: 'almanac@example.com' },
      to: [{ name: 'Ann' }],
    });
    expect(mail.text?.trim()).toBe('Hello Ann,\n\nOpen:\nhttps://docs.example/a?b=1&c=2');
    expect(mail.html).toContain('<p>Hello Ann,</p>\n<p><a href="https://docs.example/a?b=1&amp;c=2">Open</a>');
  });

  it('keeps characters beyond ASCII in name, subject and body', async () => {
    await new Mailer(settings()).send(
      letter({ to: { name: 'Žofie 日本', address: 'z@example.com' }, subject: 'Příručka 📖', body: ['„Ťuk“'] }),
    );
    expect(received()).toMatchObject({ subject: 'Příručka 📖', to: [{ name: 'Žofie 日本' }], text: '„Ťuk“\n' });
  });

  it('escapes HTML in its texts and links', async () => {
    await new Mailer(settings()).send(
      letter({ body: [`<img src=x onerror="a('b')"> & co`, { label: '<b>', url: 'https://x.example/"><script>' }] }),
    );
    const { html, text } = received();
    expect(html).not.toMatch(/<(img|script|b)\b/);
    expect(html).toContain('&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt; &amp; co');
    expect(text).toContain(`<img src=x onerror="a('b')"> & co`);
  });

  it.each([
    'a\r\nBcc: eve@example.com',
    'a\nX-Evil: yes\n\nbody',
    'a\rBcc: eve@example.com',
    'a\u2028b',
    '"x" <eve@example.com>, b',
  ])('has one recipient and no extra header when a name or subject is %j', async (text) => {
    await new Mailer(settings({ from: { name: text, address: 'almanac@example.com' } })).send(
      letter({ to: { name: text, address: 'ann@example.com' }, subject: text }),
    );
    const { headers, to, from } = received();
    expect(mailbox.letters[0]).toMatchObject({ from: 'almanac@example.com', to: ['ann@example.com'] });
    expect(headers.map(({ key }) => key).sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
    expect([to, [from]]).toEqual([
      [expect.objectContaining({ address: 'ann@example.com' })],
      [expect.objectContaining({ address: 'almanac@example.com' })],
    ]);
  });

  it.each([
    'a@example.com, eve@example.com',
    'a@example.com\r\nRCPT TO:<eve@example.com>',
    '<a@example.com>',
    'a b@example.com',
    'nobody',
    '',
  ])('is not sent to the invalid address %j', async (address) => {
    await expect(new Mailer(settings()).send(letter({ to: { name: 'x', address } }))).rejects.toThrow(MailError);
    expect(mailbox.letters).toEqual([]);
  });

  it('is refused with a javascript: link', async () => {
    const body = [{ label: 'x', url: 'javascript:alert(1)' }];
    await expect(new Mailer(settings()).send(letter({ body }))).rejects.toThrow(MailError);
  });
});

describe('Mailer', () => {
  it('logs in with its password, and rejects when the server refuses the password', async () => {
    await new Mailer(settings({ login: { user: 'almanac', pass: 'secret' } })).send(letter());
    expect(mailbox.letters).toHaveLength(1);
    const refused = new Mailer(settings({ login: { user: 'almanac', pass: 'guess' } })).send(letter());
    await expect(refused).rejects.toThrow(MailError);
    expect(mailbox.letters).toHaveLength(1);
  });

  it('rejects an invalid certificate, unless verification is off', async () => {
    await expect(new Mailer(settings({ encryption: 'tls', verifyCertificate: true })).send(letter())).rejects.toThrow(
      MailError,
    );
    await new Mailer(settings({ encryption: 'tls' })).send(letter());
    expect(mailbox.letters).toHaveLength(1);
  });

  it('rejects when the server refuses the recipient', async () => {
    await expect(
      new Mailer(settings()).send(letter({ to: { name: 'x', address: 'nobody@example.com' } })),
    ).rejects.toThrow(MailError);
  });

  it('rejects when the server is unreachable', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    const unused = await listening(closed);
    closed.close();
    const failure: unknown = await new Mailer(settings({ port: unused }))
      .send(letter())
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MailError);
    expect(failure).toHaveProperty('cause.code', 'ESOCKET');
  });

  it('rejects when the server takes too long', async () => {
    const dripping = createServer((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20);
      socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    const slow = await listening(dripping);
    await expect(new Mailer(settings({ port: slow }), 200).send(letter())).rejects.toThrow(MailError);
    // Resolves at once, because the client closed its connection.
    await new Promise((resolve) => dripping.close(resolve));
  });

  it('rejects when no server is configured', async () => {
    const mailer = new Mailer(undefined);
    expect([mailer.configured, new Mailer(settings()).configured]).toEqual([false, true]);
    await expect(mailer.send(letter())).rejects.toThrow('No mail server is configured');
  });
});
