/** Creates a record through the API. @returns its id */
export async function createRecord(address: string, authorization: string, body: object): Promise<number> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${address} answers ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
  return ((await answer.json()) as { id: number }).id;
}
