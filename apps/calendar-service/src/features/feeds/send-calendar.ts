import { type Actor, isAnonymous } from '@almanac/auth';
import { contentDisposition, isNotModified, sendStream } from '@almanac/http';
import type { Request, Response } from 'express';
import { completeUntilHeader } from '../../calendar/lists/list-answer';
import type { CalendarFile } from './event-feed';

/** Answers with a calendar file, or with 304 when the caller has it. Caches must revalidate it each time. */
export async function sendCalendar(
  file: CalendarFile,
  actor: Actor,
  request: Request,
  response: Response,
): Promise<void> {
  response.removeHeader('Expires');
  response.set('Cache-Control', isAnonymous(actor) ? 'public, no-cache' : 'private, no-cache').vary('Authorization');
  if (isNotModified(request, response, file.etag)) {
    response.end();
    return;
  }
  const { text, completeUntil } = await file.write();
  response.set({
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': contentDisposition('attachment', `${file.name}.ics`),
    ...completeUntilHeader(completeUntil),
  });
  if (request.method === 'HEAD') response.end();
  else await sendStream(response, text);
}
