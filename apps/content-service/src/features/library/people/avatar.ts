const HUES = 12;
const FULL_TURN = 360;

/** An image with the initials of a user. The colour follows from the name and has enough contrast with white. */
export function avatarOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  const initials = letters
    .join('')
    .toUpperCase()
    .replace(/[<>&"']/g, '');
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const hue = ((sum % HUES) * FULL_TURN) / HUES;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(${hue} 45% 32%)"/><text x="32" y="33" fill="#fff" font-family="system-ui,sans-serif" font-size="26" text-anchor="middle" dominant-baseline="middle">${initials}</text></svg>`;
}
