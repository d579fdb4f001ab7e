import { type OnProgress, RepeatableRequest } from './repeatable-request';
import type { Send } from './retry';
import { canUpload, upload } from './upload';

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
