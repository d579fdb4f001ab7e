import { headOf, partsOf } from './line-parts';

/**
 * Addresses that may stay: those of links in texts (`sanitised`), and some that programs do not open. Others are left out, however they are spelled.
 * A value without a scheme is the name of a sound. With an ampersand it could be the text of a scheme in HTML.
 */
const HARMLESS = /^\s*(?:(?:https?|mailto|tel|cid|geo|urn|invalid):|[^:&]*$)/i;

/** Properties whose values are addresses, unless another type is named. */
const ADDRESSED = /^(?:ATTACH|ATTENDEE|ORGANIZER|URL|SOURCE|CONFERENCE|IMAGE|LINK)$/i;
const ADDRESS_TYPE = /^VALUE="?(?:URI|CAL-ADDRESS|XML-REFERENCE)"?$/i;
const ADDRESSED_PARAMETER = /^(?:ALTREP|DIR|SENT-BY|MEMBER|DELEGATED-TO|DELEGATED-FROM|SCHEMA)=/i;

/** Properties and parameters of single programs have no known type. */
const OWN = /^X-/i;
const RUNNING = /^(?:javascript|vbscript|data|file):/i;

/** Alarms that make no sense without the program or the people that they name. */
const NEEDS_ADDRESS = /^ACTION\b.*:\s*(?:PROCEDURE|EMAIL)\s*$/i;

/** The lines of one kind without hostile addresses, which calendar programs would show as links. Other lines are the same as before. */
export function harmlessLines(lines: readonly string[]): string[] {
  return blocksOf(lines).flatMap((block) => {
    const rest = block.flatMap((line) => harmless(line) ?? []);
    return rest.length < block.length && block.some((line) => NEEDS_ADDRESS.test(line)) ? [] : rest;
  });
}

/** @returns undefined for a line whose value is hostile; without the parameters that are */
function harmless(line: string): string | undefined {
  const parts = partsOf(line);
  const { name, parameters, value } = parts;
  const isAddress = ADDRESSED.test(name) || parameters.some((parameter) => ADDRESS_TYPE.test(parameter));
  if (isAddress ? !HARMLESS.test(value) : OWN.test(name) && isRunning(value)) return undefined;
  const rest = parameters.filter((parameter) => !isHostile(parameter));
  return rest.length === parameters.length ? line : `${headOf({ ...parts, parameters: rest })}:${value}`;
}

function isHostile(parameter: string): boolean {
  const values = parameter.slice(parameter.indexOf('=') + 1).match(/"[^"]*"|[^",]+/g) ?? [];
  const texts = values.map((value) => value.replaceAll('"', ''));
  if (ADDRESSED_PARAMETER.test(parameter)) return texts.some((text) => !HARMLESS.test(text));
  return OWN.test(parameter) && texts.some(isRunning);
}

/** Programs skip white space and control characters in a scheme. */
const isRunning = (text: string): boolean => RUNNING.test(text.replace(/[\s\p{Cc}\p{Cf}]/gu, ''));

/** Each alarm, and each line outside of alarms. */
export function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [];
  let isWithin = false;
  for (const line of lines) {
    if (isWithin) blocks.at(-1)?.push(line);
    else blocks.push([line]);
    if (/^BEGIN:/i.test(line)) isWithin = true;
    if (/^END:/i.test(line)) isWithin = false;
  }
  return blocks;
}
