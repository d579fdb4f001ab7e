import type { ServerResponse } from 'node:http';
import type { GatewayRequest } from './proxy/gateway-request';

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>There is no such page</title></head>
<body><main><h1>There is no such page</h1><p>Nothing is served at this address. Check it, or <a href="/">start at the home page</a>.</p></main></body>
</html>
`;

/** Browsers accept HTML and do not mention JSON. */
export const wantsPage = ({ method, headers }: GatewayRequest): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '') && !/\bjson\b/.test(headers.accept ?? '');

/** A 404 for people who follow an old link or mistype an address. */
export function answerUnknownPage(res: ServerResponse): void {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(PAGE),
    'Cache-Control': 'no-store',
  };
  res.writeHead(404, { ...headers, 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" }).end(PAGE);
}
