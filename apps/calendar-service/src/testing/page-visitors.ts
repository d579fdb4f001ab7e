import type { TestResponse } from '@almanac/testing';
import type { CalendarApp } from './calendar-app';
import type { Person } from './content-stand-in';

/** Opens a page as the browser of a stranger or of this member would. */
export const visit = ({ api, content }: CalendarApp, path: string, member?: Person): Promise<TestResponse> =>
  api.atRoot({ accept: 'text/html', ...(member && { cookie: content.session(member) }) }).get(path);
