// The denominator of the budget: `node:http`, one prepared statement and its rows as JSON. It depends neither on our statements nor on
// our tables, so it changes only with the machine, Node, pg and PostgreSQL.
import { createServer } from 'node:http';
import { exitWithParent } from '@almanac/runtime';
import { Pool } from 'pg';

const ROWS = 20;
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 8 });
const statement = {
  name: 'bare',
  text: 'SELECT n, md5(n::text) AS text, now() AS at FROM generate_series(1, $1::int) n',
  values: [ROWS],
};

const server = createServer((_request, response) => {
  pool.query(statement).then(
    ({ rows }) => {
      const body = JSON.stringify(rows);
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body);
    },
    (failure: unknown) => {
      console.error(failure);
      response.writeHead(500).end();
    },
  );
});

server.listen(Number(process.env['PORT']), '127.0.0.1');
exitWithParent(() => process.exit(0));
