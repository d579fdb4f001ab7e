import type { Problem } from '@almanac/errors';

export interface PageText {
  title: string;
  message: string;
  /** Whether the same request may succeed later. */
  mayRetry: boolean;
}

const lasting = (title: string, message: string): PageText => ({ title, message, mayRetry: false });
const passing = (title: string, message: string): PageText => ({ title, message, mayRetry: true });

/** The texts for people, by status. Those for programs are in the problem. */
const TEXTS = new Map<number, PageText>([
  [
    400,
    lasting(
      'This request cannot be read',
      'Something in the address or in the request is not valid. Check the address, or start at the home page.',
    ),
  ],
  [404, lasting('There is no such page', 'Nothing is served at this address. Check it, or start at the home page.')],
  [408, passing('That took too long', 'The request did not arrive in time. Check your connection.')],
  [
    413,
    lasting('That was too much', 'The file or text is larger than this site accepts. Go back and send a smaller one.'),
  ],
  [414, lasting('The address is too long', 'Shorten the address, or start at the home page.')],
  [
    431,
    passing(
      'Your browser sent too much',
      'The cookies or other headers of the request are too large. Delete the cookies of this site in your browser.',
    ),
  ],
  [502, passing('Something went wrong', 'A part of this site gave no valid answer. Other parts may still work.')],
  [
    503,
    passing(
      'Please try again in a moment',
      'A part of this site is not available at the moment. Other parts may still work.',
    ),
  ],
  [504, passing('That took too long', 'A part of this site did not answer in time. Other parts may still work.')],
]);

export const textsOf = ({ status, message }: Problem): PageText =>
  TEXTS.get(status) ??
  (status < 500 ? lasting('This is not possible', message) : passing('Something went wrong', message));

/** The seconds of a `Retry-After` in words. */
export function waitInWords(retryAfter: string): string {
  const seconds = Number(retryAfter);
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
