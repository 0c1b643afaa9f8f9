import { anAuthenticator } from './authenticator.ts'
import { authAs } from './second-factor.ts'

/** An authenticator for the pages of a test server. Their site is `localhost`. */
export const aKeyFor = (server: { url: string }) =>
  anAuthenticator({ origin: `http://localhost:${new URL(server.url).port}`, rp_id: 'localhost' })

type Key = ReturnType<typeof aKeyFor>

/** Registers a passkey for a signed-in person over the API. @returns its id and its key */
export async function aPasskey(server: { url: string }, token: string, key: Key = aKeyFor(server)) {
  const call = authAs(server, token)
  const started = await call('POST', '/passkeys/registration/options', {})
  if (started.status !== 200) throw new Error(`no passkey was started: ${JSON.stringify(started.body)}`)
  const { challenge_id, options } = started.body
  const registered = await call('POST', '/passkeys/registration/verify', {
    challenge_id,
    credential: key.register(options),
  })
  if (registered.status !== 200) throw new Error(`no passkey was registered: ${JSON.stringify(registered.body)}`)
  return { id: String(registered.body.id), key }
}

/** Signs in with a passkey over the API. */
export async function signInByPasskey(server: { url: string }, key: Key, overrides: Parameters<Key['assert']>[1] = {}) {
  const call = authAs(server, null)
  const { challenge_id, options } = (await call('POST', '/passkeys/authentication/options', {})).body
  return call('POST', '/passkeys/authentication/verify', { challenge_id, credential: key.assert(options, overrides) })
}
