import type { INestApplication } from '@nestjs/common';
import { ShownTexts } from '../records/shown/shown-texts';
import { readCalendarSettings } from '../config';
import { createCalendarApp } from '../start';
import { CalendarApi, type CalendarApp } from './calendar-app';

export interface AnotherProcess {
  app: INestApplication;
  api: CalendarApi;
  close(): Promise<void>;
}

/**
 * The service again, on the same database and files.
 * @param keepsTexts whether it keeps the texts of records, as it usually does
 */
export async function startAnother({ environment }: CalendarApp, { keepsTexts = true } = {}): Promise<AnotherProcess> {
  const other = await createCalendarApp(readCalendarSettings(environment));
  if (!keepsTexts) jest.spyOn(other.get(ShownTexts, { strict: false }), 'set').mockReturnValue();
  await other.listen(0, '127.0.0.1');
  return { app: other, api: new CalendarApi(await other.getUrl()), close: () => other.close() };
}
