import { rulesOf, type SettingRule } from '@almanac/runtime';
import { calendarSettings } from '../../apps/calendar-service/src/config';
import { contentSettings, installSettings } from '../../apps/content-service/src/config';
import { gatewaySettings } from '../../apps/gateway/src/config';

/** The settings of each program, as its reader declares them. The keys are those of the chart. */
export const TABLES: Readonly<Record<string, readonly SettingRule[]>> = {
  gateway: rulesOf(gatewaySettings),
  contentService: [...rulesOf(contentSettings), ...rulesOf(installSettings)],
  calendarService: rulesOf(calendarSettings),
};

/** `settings.gateway.bodyLimitMb` is BODY_LIMIT_MB. */
export const variableOf = (value: string): string => value.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** The rule of a variable in the first program that reads it; undefined for variables of libraries. */
export const ruleOf = (variable: string, programs = Object.keys(TABLES)): SettingRule | undefined =>
  programs.flatMap((program) => TABLES[program] ?? []).find(({ name }) => name === variable);
