import type { Request, RequestHandler } from 'express';

const sentByPost = new WeakSet<Request>();

/** Middleware: `_method` in the query, or the header, names the method that a POST means (content-behaviour §3.5). */
export const overrideMethod: RequestHandler = (request, _response, next) => {
  if (request.method === 'POST') {
    sentByPost.add(request);
    request.method = namedMethod(namedOutside(request));
  }
  next();
};

/** The method that a request means, whose body has been read: what a form says in its field `_method` comes before all else. */
export function meantMethod(request: Request): string {
  if (!sentByPost.has(request)) return request.method;
  const body: unknown = request.body;
  const inBody = typeof body === 'object' && body !== null && '_method' in body ? body._method : undefined;
  return namedMethod(inBody ?? namedOutside(request));
}

const namedOutside = ({ url, headers }: Request): unknown =>
  new URLSearchParams(url.split('?')[1]).get('_method') ?? headers['x-http-method-override'];

const namedMethod = (name: unknown): string =>
  typeof name === 'string' && /^(put|patch|delete)$/i.test(name) ? name.toUpperCase() : 'POST';
