/** Room for as many events as one file may hold. */
export const IMPORT_LIMIT_BYTES = 10 * 1_024 * 1_024;
