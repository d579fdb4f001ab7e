import express from 'express';
import { routeTable } from './route-table';

const answer: express.RequestHandler = (_, response) => void response.end();

it('routeTable lists each method of each path, but no catch-all route', () => {
  const app = express();
  app.use(answer);
  app
    .get('/books/:id', answer)
    .put('/books/:id', answer)
    .get('/health', answer)
    .all('/health', answer)
    .all('/{*path}', answer);
  expect(routeTable(app)).toEqual([
    { method: 'GET', path: '/books/:id' },
    { method: 'PUT', path: '/books/:id' },
    { method: 'GET', path: '/health' },
  ]);
});

it('routeTable lists all methods of a route that accepts every method', () => {
  const app = express();
  app.all('/anything', answer);
  const methods = routeTable(app).map(({ method }) => method);
  expect(methods).toEqual(expect.arrayContaining(['GET', 'POST', 'DELETE', 'TRACE']));
});
