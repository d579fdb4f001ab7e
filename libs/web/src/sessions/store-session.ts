import type { Request } from 'express';
import { promisify } from 'node:util';
import { hasSession } from './browser-sessions';

/**
 * Stores the changes of a form before its response is sent. Browsers follow a redirect as soon as they have read its headers,
 * and the next request must find the new session.
 */
export async function storeSession(request: Request): Promise<void> {
  if (request.method !== 'POST' || !hasSession(request)) return;
  await promisify(request.session.save.bind(request.session))();
}
