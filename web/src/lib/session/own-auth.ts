import { fetchAsUser, readJsonBody } from '../server/fetch-as-user.ts'

/**
 * Calls an endpoint of the auth service that the auth client does not have, with the user's token if signed in.
 * @throws an error that `describeError` understands
 */
export async function postToAuthService(path: string, body: object = {}): Promise<unknown> {
  const request = new Request(`${window.location.origin}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify(body),
  })
  return readJsonBody(await fetchAsUser(request))
}
