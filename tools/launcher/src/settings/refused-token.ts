const LIMIT_MS = 5_000;
const REFUSALS = [401, 403];

/** Whether the system at this address refuses the token. No answer counts as no refusal. */
export async function isRefused(address: string, token: string): Promise<boolean> {
  const headers = { authorization: `Token ${token}` };
  try {
    const { status } = await fetch(`${address}/api/users/me`, { headers, signal: AbortSignal.timeout(LIMIT_MS) });
    return REFUSALS.includes(status);
  } catch {
    return false;
  }
}
