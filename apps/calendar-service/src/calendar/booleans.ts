/**
 * Reads an input of the type boolean (calendar-behaviour §0): true, false, 1, 0 and the same as texts, in any letter case.
 * @returns undefined for any other value, which the caller must refuse
 */
export function readBoolean(value: unknown): boolean | undefined {
  switch (typeof value === 'string' ? value.toLowerCase() : value) {
    case true:
    case 'true':
    case 1:
    case '1':
      return true;
    case false:
    case 'false':
    case 0:
    case '0':
      return false;
    default:
      return undefined;
  }
}

const YES = new Set(['1', 'true', 'yes', 'y', 'on', 'enable', 'enabled']);

/** Whether a boolean-like value means yes (calendar-behaviour §0): seven words in any letter case; every other text means no. Never refuses. */
export const saysYes = (value: unknown): boolean =>
  typeof value === 'string' ? YES.has(value.toLowerCase()) : Boolean(value);
