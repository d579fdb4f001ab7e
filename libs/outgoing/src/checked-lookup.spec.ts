import type { LookupAddress, LookupOptions } from 'node:dns';
import { checkedLookup, nameServers } from './one-connection';
import { NameServer } from './testing/name-server';

const PUBLIC = { address: '93.184.215.14', family: 4 };
const ALSO_PUBLIC = { address: '2606:4700:4700::1111', family: 6 };
const INSIDE = { address: '127.0.0.1', family: 4 };

/** The result of the lookup for a socket; the name server gives each answer once. */
function told(answers: LookupAddress[][], options: LookupOptions = { all: true }): Promise<unknown> {
  const lookup = checkedLookup(async () => answers.shift() ?? [INSIDE]);
  return new Promise((resolve) => lookup('images.example', options, (failure, ...found) => resolve(failure ?? found)));
}

it('checkedLookup returns the addresses that it checked, without a second lookup', async () => {
  const answers = [[PUBLIC, ALSO_PUBLIC], [INSIDE]];
  expect(await told(answers)).toEqual([[PUBLIC, ALSO_PUBLIC]]);
  expect(answers).toEqual([[INSIDE]]);
});

it('checkedLookup returns one address unless all are requested', async () => {
  expect(await told([[PUBLIC, ALSO_PUBLIC]], {})).toEqual([PUBLIC.address, 4]);
});

it('checkedLookup rejects a name when one of its addresses is internal', async () => {
  expect(await told([[PUBLIC, INSIDE]])).toMatchObject({ reason: 'forbidden' });
});

it('checkedLookup passes on the error of a name server', async () => {
  const lookup = checkedLookup(() => Promise.reject(new Error('no name server answers')));
  const failure = new Promise((resolve) => lookup('images.example', { all: true }, resolve));
  expect(await failure).toMatchObject({ message: 'no name server answers' });
});

describe('checkedLookup with a name server', () => {
  let server: NameServer;
  beforeAll(async () => {
    server = await NameServer.start({ 'inside.example': '127.0.0.1', 'outside.example': '93.184.215.14' });
  });
  afterAll(() => server.stop());

  const lookedUp = (name: string) =>
    new Promise((resolve) =>
      checkedLookup(nameServers([server.address]))(name, { all: true }, (failure, found) => resolve(failure ?? found)),
    );

  it('accepts a public address', async () => {
    expect(await lookedUp('outside.example')).toEqual([PUBLIC]);
  });

  it('rejects an address of this machine', async () => {
    expect(await lookedUp('inside.example')).toMatchObject({ reason: 'forbidden' });
  });

  it('rejects an unknown name as unreachable', async () => {
    expect(await lookedUp('unknown.example')).toMatchObject({ reason: 'unreachable' });
  });
});
