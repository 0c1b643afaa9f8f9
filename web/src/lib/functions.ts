import { holdsSession } from './stored-session.ts'

/**
 * Calls one of the spec's functions (`POST /functions/v1/{name}`), as the person where somebody is signed in. The client
 * is loaded only then: public pages stay light.
 * @returns the answer's body whatever its status, or null where it could not be read
 * @throws TypeError, or the client's own error, when the server cannot be reached
 */
export async function callFunction(name: string, body: object): Promise<unknown> {
  const request = new Request(`${window.location.origin}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = holdsSession() ? await (await import('./api.ts')).fetchAsPerson(request) : await fetch(request)
  return answer.json().catch(() => null)
}
