import type { Request, RequestHandler } from 'express';

const sentByPost = new WeakSet<Request>();

/** Middleware: `_method` in the query, or `X-HTTP-Method-Override`, replaces the method of a POST (content-behaviour §3.5). */
export const overrideMethod: RequestHandler = (request, _response, next) => {
  if (request.method === 'POST') {
    sentByPost.add(request);
    request.method = namedMethod(namedOutside(request));
  }
  next();
};

/** The effective method of a request whose body has been read. `_method` in the body takes precedence over query and header. */
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
