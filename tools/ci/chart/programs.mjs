// What the programs themselves say about settings: the table of each, and its reader.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('../../typescript.cjs');
const { readConfig } = require('../../../apps/gateway/src/config.ts');
const { readContentSettings, readInstallSettings } = require('../../../apps/content-service/src/config.ts');
const { readCalendarSettings } = require('../../../apps/calendar-service/src/config.ts');
const { TABLES } = require('../../settings/tables.ts');

/** Readers of an environment. They throw all faults. */
export const READERS = {
  gateway: readConfig,
  'content-service': (environment) => ({ ...readContentSettings(environment), ...readInstallSettings(environment) }),
  'calendar-service': readCalendarSettings,
};

/** Names of the variables that each program reads. */
export const VARIABLES = {
  gateway: TABLES.gateway.map(({ name }) => name),
  'content-service': TABLES.contentService.map(({ name }) => name),
  'calendar-service': TABLES.calendarService.map(({ name }) => name),
};
