// "The limit": the speed of this machine with Node, pg and these rows, without framework, authentication or rules.
import { createServer, type ServerResponse } from 'node:http';
import { exitWithParent } from '@almanac/process';
import { Pool } from 'pg';
import { COUNT_PAGES, LIST_PAGES, READ_PAGE } from './limit-queries';

interface PageRow {
  html: string;
}

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

async function page(id: number): Promise<unknown> {
  const [row] = (await pool.query<PageRow>(READ_PAGE, [id])).rows;
  // The body is sent twice, because the service sends it as stored and as filtered.
  return row && { ...row, raw_html: row.html };
}

async function list(): Promise<unknown> {
  const [rows, counted] = await Promise.all([pool.query(LIST_PAGES), pool.query<{ total: number }>(COUNT_PAGES)]);
  return { data: rows.rows, total: counted.rows[0]?.total };
}

function send(response: ServerResponse, answer: unknown): void {
  const body = JSON.stringify(answer ?? { error: 'not found' });
  response
    .writeHead(answer ? 200 : 404, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body);
}

const server = createServer((request, response) => {
  const [, id] = /^\/api\/pages\/(\d+)$/.exec(request.url ?? '') ?? [];
  (id === undefined ? list() : page(Number(id))).then(
    (answer) => send(response, answer),
    (failure: unknown) => {
      console.error(failure);
      response.writeHead(500).end();
    },
  );
});

server.listen(Number(process.env['PORT']), '127.0.0.1');
exitWithParent(() => process.exit(0));
