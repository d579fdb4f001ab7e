// "The limit": the speed of this machine with Node, pg and these statements, prepared, without framework, authentication or rules.
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { exitWithParent } from '@almanac/runtime';
import { Pool } from 'pg';
import type { Statement } from './recorded-statements';

const POOLS: Record<string, Pool> = {
  content: new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 }),
  calendar: new Pool({ connectionString: process.env['CALENDAR_DATABASE_URL'], max: 10 }),
};
const cases = JSON.parse(readFileSync(process.env['STATEMENTS'] ?? '', 'utf8')) as {
  service: string;
  statements: Statement[];
}[];

async function answer(index: number): Promise<unknown[]> {
  const { service = '', statements = [] } = cases[index] ?? {};
  const all: unknown[] = [];
  for (const [n, { text, values }] of statements.entries()) {
    const result = await POOLS[service]?.query({ name: `s${index}_${n}`, text, values });
    all.push(result?.rows);
  }
  return all;
}

function send(response: ServerResponse, status: number, rows: unknown): void {
  const body = JSON.stringify(rows);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body);
}

const server = createServer((request, response) => {
  answer(Number(request.url?.slice(1))).then(
    (rows) => send(response, 200, rows),
    (failure: unknown) => {
      console.error(failure);
      send(response, 500, {});
    },
  );
});

server.listen(Number(process.env['PORT']), '127.0.0.1');
exitWithParent(() => process.exit(0));
