import { fetchAsPerson, readAnswer } from '../server/fetch-as-person.ts'

/**
 * Makes a call of the authentication service that its client does not know, as the person who is signed in, if any.
 * @throws what `problemOf` reads
 */
export async function callOwnAuth(path: string, body: object = {}): Promise<unknown> {
  const request = new Request(`${window.location.origin}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify(body),
  })
  return readAnswer(await fetchAsPerson(request))
}
