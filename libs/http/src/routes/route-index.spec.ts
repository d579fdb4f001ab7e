import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { indexRoutes } from './route-index';

/** Answers with its name and the parameters of the path. */
const shown =
  (name: string): RequestHandler =>
  ({ params }, response) =>
    void response.json({ name, params });

const answerFailure: ErrorRequestHandler = (failure: Error, _request, response, next) => {
  if (response.headersSent) next(failure);
  else response.status(500).json({ failure: failure.message });
};

function addRoutes(app: Express): void {
  for (const path of ['/books/new', '/books/:id']) app.get(path, shown(path));
  app.put('/books/:id', shown('change'));
  app.get('/books/:id/pages', (_request, _response, next) => next());
  for (const path of ['/:kind/7/pages', '/books/late', '/', '/user/:slug.svg', '/files{/*path}'])
    app.get(path, shown(path));
  app.get('/fails', () => {
    throw new Error('as expected');
  });
  app.post('/{*path}', shown('catch-all'));
  app.use(answerFailure);
}

let servers: { plain: Server; indexed: Server };
beforeAll(async () => {
  const [plain, indexed] = [express(), express()];
  addRoutes(plain);
  indexed.use(indexRoutes(indexed));
  addRoutes(indexed);
  servers = { plain: createServer(plain), indexed: createServer(indexed) };
  for (const server of Object.values(servers)) await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => Object.values(servers).forEach((server) => server.close()));

async function answerOf(server: Server, method: string, path: string): Promise<unknown> {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
  const allow = answer.headers.get('allow');
  return { status: answer.status, allow, text: await answer.text() };
}

describe('indexRoutes', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/?page=2'],
    ['GET', '/books/new'],
    ['GET', '/books/late'],
    ['GET', '/Books/NEW/'],
    ['GET', '/books/a%2Fb'],
    ['GET', '/books/%zz'],
    ['HEAD', '/books/3'],
    ['PUT', '/books/3'],
    ['DELETE', '/books/3'],
    ['OPTIONS', '/books/3'],
    ['GET', '/books/7/pages'],
    ['GET', '/books/8/pages'],
    ['GET', '/chapters/7/pages'],
    ['GET', '/books'],
    ['GET', '//books/3'],
    ['GET', '/user/ada.svg'],
    ['GET', '/files'],
    ['GET', '/files/a/b'],
    ['GET', '/filesystem'],
    ['GET', '/fails'],
    ['POST', '/books/3'],
    ['POST', '/nowhere'],
  ])('answers %s %s as without the index', async (method, path) => {
    expect(await answerOf(servers.indexed, method, path)).toEqual(await answerOf(servers.plain, method, path));
  });
});
