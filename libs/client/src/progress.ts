import { type OnProgress, RepeatableRequest } from './repeatable-request';
import type { Send } from './retry';

/** Options that report how much of a body was sent: `content.POST('/api/attachments', { body, ...onProgress(show) })`. */
export const onProgress = (report: OnProgress): { onProgress: OnProgress } => ({ onProgress: report });

/** Sends requests, and reports the progress of those that ask for it. Browsers tell it to XMLHttpRequest only. */
export const reporting =
  (send: Send): Send =>
  async (request) => {
    const report = request instanceof RepeatableRequest && request.body !== null ? request.onProgress : undefined;
    if (!report || !(request instanceof RepeatableRequest)) return send(request);
    return canUpload() ? upload(request, report) : send(counted(request, report));
  };

/** The same request, whose body is counted while it is read. */
function counted(request: RepeatableRequest, report: OnProgress): Request {
  const total = sizeOf(request.source);
  let sent = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      sent += part.length;
      controller.enqueue(part);
      // The frame of a form is counted neither here nor in the total.
      report({ loaded: total === 0 ? sent : Math.min(sent, total), total });
    },
  });
  return new Request(request, { body: request.body?.pipeThrough(counter) ?? null, ...{ duplex: 'half' } });
}

/** Bytes of a body without the frame of a form; 0 for a stream. */
function sizeOf(body: unknown): number {
  if (typeof body === 'string') return new TextEncoder().encode(body).length;
  if (body instanceof Blob) return body.size;
  if (body instanceof FormData) return [...body.values()].reduce((sum, part) => sum + sizeOf(part), 0);
  return body instanceof URLSearchParams ? sizeOf(String(body)) : 0;
}

/** The used part of XMLHttpRequest, which only browsers have. */
interface BrowserRequest {
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  responseType: string;
  readonly response: Blob;
  readonly status: number;
  readonly statusText: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: unknown): void;
  abort(): void;
  getAllResponseHeaders(): string;
}
declare const XMLHttpRequest: (new () => BrowserRequest) | undefined;

const canUpload = (): boolean => typeof XMLHttpRequest !== 'undefined';

/** Sends the request by XMLHttpRequest. Fails like `fetch`: with the reason of an abort, and with a TypeError for a broken connection. */
export async function upload(request: RepeatableRequest, report: OnProgress): Promise<Response> {
  if (typeof XMLHttpRequest === 'undefined') throw new TypeError('XMLHttpRequest is missing');
  const browser = new XMLHttpRequest();
  const { signal, source } = request;
  signal.throwIfAborted();
  // A stream must be collected first, because browsers cannot send one by XMLHttpRequest.
  const body = source instanceof ReadableStream ? await request.blob() : source;
  browser.open(request.method, request.url);
  browser.responseType = 'blob';
  // The browser writes the boundary of the form that it sends.
  for (const [name, value] of request.headers)
    if (!(name === 'content-type' && body instanceof FormData)) browser.setRequestHeader(name, value);
  browser.upload.onprogress = ({ loaded, total }) => report({ loaded, total });
  const abort = () => browser.abort();
  signal.addEventListener('abort', abort);
  try {
    return await new Promise((resolve, reject) => {
      browser.onload = () => resolve(responseOf(browser));
      browser.onerror = () => reject(new TypeError('The upload failed'));
      browser.onabort = () =>
        reject(signal.reason instanceof Error ? signal.reason : new Error('The upload was aborted'));
      browser.send(body);
    });
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Statuses whose answers have no body. */
const EMPTY = [204, 205, 304];

function responseOf(browser: BrowserRequest): Response {
  const { status, statusText, response } = browser;
  const headers = browser
    .getAllResponseHeaders()
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
  return new Response(EMPTY.includes(status) ? null : response, { status, statusText, headers });
}
