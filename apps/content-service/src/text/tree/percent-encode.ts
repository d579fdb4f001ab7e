/** Replaces each run of characters that `unsafe` (a global pattern) matches by the upper-case `%XX` of its UTF-8 bytes. */
export function percentEncode(text: string, unsafe: RegExp): string {
  // Not encodeURIComponent: it throws on half a surrogate pair, and text from outside may hold one.
  return text.replace(unsafe, (run) =>
    Array.from(Buffer.from(run), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
