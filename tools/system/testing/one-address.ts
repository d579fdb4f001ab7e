import { freePort } from '@almanac/runtime';
import { type CalendarApp, startCalendar } from '../../../apps/calendar-service/src/testing/calendar-app';
import { type ContentApp, SERVICE_SECRET, startContent } from '../../../apps/content-service/src/testing/content-app';
import { startGateway, stopAll } from '../../../apps/gateway/src/testing/servers';

/** Both services behind the gateway, within the process of the test. */
export interface OneAddress {
  /** The gateway's address. */
  base: string;
  content: ContentApp;
  calendar: CalendarApp;
  close(): Promise<void>;
}

/** @param more settings of all programs beside the usual ones */
export async function startAtOneAddress(more: Record<string, string> = {}): Promise<OneAddress> {
  const port = String(await freePort());
  const base = `http://127.0.0.1:${port}`;
  const content = await startContent({ BASE_URL: base, ...more });
  const contentUrl = content.api.baseUrl;
  const calendar = await startCalendar({ BASE_URL: base, CONTENT_URL: contentUrl, SERVICE_SECRET, ...more });
  await startGateway({
    PORT: port,
    BASE_URL: base,
    CONTENT_URL: contentUrl,
    CALENDAR_URL: calendar.api.baseUrl,
    ...more,
  });
  const close = async () => {
    await stopAll();
    await Promise.all([content.close(), calendar.close()]);
  };
  return { base, content, calendar, close };
}
