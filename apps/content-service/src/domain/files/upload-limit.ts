/** content-behaviour §22: the setting is in megabytes; the rule counts 1,000 kilobytes of 1,024 bytes for each. */
const KILOBYTES_PER_MEGABYTE = 1_000;
const DEFAULT_MEGABYTES = 50;

let megabytes = DEFAULT_MEGABYTES;

/** Rules of DTO properties are fixed when the class is, long before the settings are read; the limit is set once at start. */
export function setUploadLimit(limitMegabytes: number): void {
  megabytes = limitMegabytes;
}

export const uploadLimitKilobytes = (): number => megabytes * KILOBYTES_PER_MEGABYTE;
export const uploadLimitBytes = (): number => uploadLimitKilobytes() * 1024;
