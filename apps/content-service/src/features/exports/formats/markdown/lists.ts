import type { Element } from 'domhandler';

/** Numbers of Markdown have at most nine digits and no sign. */
const MAX_NUMBER = 999_999_999;
const MIN_INDENT = 4;

export interface ListMark {
  isOrdered: boolean;
  /** `-` or `*`, or the character behind the numbers: `.` or `)`. */
  character: string;
}

/** A mark other than that of a list before it, because lists with the same mark are one list. */
export function markOf(list: Element, previous: ListMark | undefined): ListMark {
  const isOrdered = list.name === 'ol';
  const [usual, other] = isOrdered ? ['.', ')'] : ['-', '*'];
  return { isOrdered, character: previous?.isOrdered === isOrdered && previous.character === usual ? other : usual };
}

const startOf = ({ attribs }: Element): number => {
  const start = Number.parseInt(attribs.start ?? '1', 10);
  return Number.isNaN(start) ? 1 : start;
};

/** Whether Markdown has a form for the first number of a list. */
export const isListOfMarkdown = (list: Element): boolean => startOf(list) >= 0 && startOf(list) <= MAX_NUMBER;

export function numberOf(list: Element, index: number): number {
  return Math.min(startOf(list) + index, MAX_NUMBER);
}

/** @param isAligned whether the first line must be indented like the others */
export function listItem(marker: string, content: string, isAligned: boolean): string {
  const indent = ' '.repeat(Math.max(MIN_INDENT, marker.length + 1));
  const start = isAligned ? marker.padEnd(MIN_INDENT - 1) : marker;
  return `${start} ${content.replaceAll('\n', `\n${indent}`)}`;
}
