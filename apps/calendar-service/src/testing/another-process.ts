import type { INestApplication } from '@nestjs/common';
import { readCalendarSettings } from '../config';
import { createCalendarApp } from '../start';
import { CalendarApi, type CalendarApp } from './calendar-app';

export interface AnotherProcess {
  app: INestApplication;
  api: CalendarApi;
  close(): Promise<void>;
}

/** The service again, on the same database and files. */
export async function startAnother({ environment }: CalendarApp): Promise<AnotherProcess> {
  const other = await createCalendarApp(readCalendarSettings(environment));
  await other.listen(0, '127.0.0.1');
  return { app: other, api: new CalendarApi(await other.getUrl()), close: () => other.close() };
}
