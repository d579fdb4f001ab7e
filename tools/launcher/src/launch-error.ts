/** Why there is no start: a sentence (and perhaps a program's last words) for the person at the terminal. Anything else that is thrown is a bug. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';
}
