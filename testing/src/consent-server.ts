import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Reply = { status: number; body?: unknown; headers?: Record<string, string> }
/** A call of the provider's API with a valid token. */
export type ApiCall = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: unknown
}

export type Registration = {
  /** The client's id and secret, which the token endpoint checks. */
  id: string
  secret: string
  /** The paths of the provider's own addresses. */
  paths: { authorize: string; token: string; revoke: string | null; api: string }
  /** Parameters that the page requires besides those of PKCE. */
  parameters: Record<string, string>
  scope: string
  /** Whether a refresh returns a new refresh token. The old one remains valid. */
  rotates: boolean
}

/** What a person has granted. @property refreshes how often its tokens were renewed */
type Consent = { refreshes: number }
const createConsent = (): Consent => ({ refreshes: 0 })

type Code = { redirect_uri: string; challenge: string; scope: string; used: boolean }

const TOKEN_SECONDS = 3600

/**
 * The part that all scripted providers share: a page with buttons, and a token endpoint. The endpoint is as strict as the real
 * ones about the form, the client, the redirect address, PKCE and the single use of a code. `handleCall` handles the calls of
 * the API that have a valid token.
 */
export async function aConsentServer(
  registration: Registration,
  handleCall: (call: ApiCall) => Reply | Promise<Reply>,
) {
  const { paths } = registration
  const codes = new Map<string, Code>()
  const access = new Set<string>()
  /** The consent to which each refresh token belongs. */
  const refresh = new Map<string, Consent>()
  const state = {
    /** The method and path of each call of the API. */
    calls: [] as string[],
    /** Calls that a real provider would not understand; a test expects none. */
    faults: [] as string[],
    revoked: [] as string[],
    /** The last consent that was granted. */
    consent: createConsent(),
    /** The scope that the person grants. */
    scope: registration.scope,
    /** The responses to the next calls of the API. */
    next: [] as Reply[],
  }
  /** `before` can respond to a call of the API instead of the provider. */
  const hooks: { before: ((call: ApiCall) => Reply | null | Promise<Reply | null>) | null } = { before: null }
  const fault = (message: string, status = 400): Reply => {
    state.faults.push(message)
    return { status, body: { error: 'invalid_request', error_description: message } }
  }

  function authorize(query: URLSearchParams): Reply {
    const requiredParameters = {
      response_type: 'code',
      client_id: registration.id,
      code_challenge_method: 'S256',
      ...registration.parameters,
    }
    for (const [name, value] of Object.entries(requiredParameters))
      if (query.get(name) !== value) return fault(`the page needs ${name}=${value}`)
    const [redirect, challenge, clientState] = [
      query.get('redirect_uri'),
      query.get('code_challenge'),
      query.get('state'),
    ]
    if (!redirect || !clientState || !/^[\w-]{43}$/.test(challenge ?? ''))
      return fault('the page needs a redirect, a state and a challenge')
    if (query.get('scope') !== registration.scope)
      return fault(`the page was asked for another scope: ${query.get('scope')}`)
    const code = randomUUID()
    codes.set(code, { redirect_uri: redirect, challenge: challenge ?? '', scope: state.scope, used: false })
    const returnUrl = (parameters: Record<string, string>) =>
      `${redirect}?${new URLSearchParams({ ...parameters, state: clientState })}`
    const page = `<!doctype html><html lang="en"><title>Consent</title><h1>StudioHub wants to see your calendars</h1>
<a id="allow" href="${returnUrl({ code }).replaceAll('&', '&amp;')}">Allow</a>
<a id="refuse" href="${returnUrl({ error: 'access_denied' }).replaceAll('&', '&amp;')}">Cancel</a></html>`
    return { status: 200, body: page, headers: { 'content-type': 'text/html; charset=utf-8' } }
  }

  function exchange(form: URLSearchParams): Reply {
    if (form.get('client_id') !== registration.id || form.get('client_secret') !== registration.secret)
      return { status: 401, body: { error: 'invalid_client' } }
    const invalidGrant = { status: 400, body: { error: 'invalid_grant' } }
    if (form.get('grant_type') === 'refresh_token') {
      const consent = refresh.get(form.get('refresh_token') ?? '')
      if (!consent) return invalidGrant
      consent.refreshes += 1
      return tokens(consent, registration.rotates)
    }
    if (form.get('grant_type') !== 'authorization_code') return fault('another grant_type')
    const code = codes.get(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!code || code.used || challenge !== code.challenge || form.get('redirect_uri') !== code.redirect_uri)
      return invalidGrant
    code.used = true
    state.consent = createConsent()
    return tokens(state.consent, true, code.scope)
  }

  function tokens(consent: Consent, withRefresh: boolean, scope = state.scope): Reply {
    const [access_token, refresh_token] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`]
    access.add(access_token)
    if (withRefresh) refresh.set(refresh_token, consent)
    const body = {
      access_token,
      expires_in: TOKEN_SECONDS,
      scope,
      token_type: 'Bearer',
      ...(withRefresh && { refresh_token }),
    }
    return { status: 200, body }
  }

  async function route(request: IncomingMessage): Promise<Reply> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://provider.example')
    const [method, requestBody] = [request.method ?? '', await text(request)]
    const type = request.headers['content-type'] ?? ''
    if (path === paths.authorize && method === 'GET') return authorize(query)
    if (path === paths.token || (paths.revoke !== null && path === paths.revoke)) {
      if (method !== 'POST' || type !== 'application/x-www-form-urlencoded') return fault(`${path} needs a form`)
      const form = new URLSearchParams(requestBody)
      if (path === paths.token) return exchange(form)
      const token = form.get('token') ?? ''
      if (!refresh.has(token)) return { status: 400, body: { error: 'invalid_token' } }
      state.revoked.push(token)
      // Google ends the whole consent of the account.
      refresh.clear()
      access.clear()
      return { status: 200, body: {} }
    }
    if (!path.startsWith(`${paths.api}/`)) return fault(`no such address: ${method} ${path}`, 404)
    state.calls.push(`${method} ${path.slice(paths.api.length)}`)
    const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (!access.has(bearer)) return { status: 401, body: { error: { code: 401 } } }
    const scripted = state.next.shift()
    if (scripted) return scripted
    if (requestBody !== '' && type !== 'application/json') return fault(`${path} needs JSON`)
    const call = {
      method,
      path: decodeURIComponent(path.slice(paths.api.length)),
      query,
      headers: request.headers,
      body: requestBody === '' ? null : JSON.parse(requestBody),
    }
    return (await hooks.before?.(call)) ?? handleCall(call)
  }

  const server = createServer(async (request, response) => {
    const { status, body, headers = { 'content-type': 'application/json' } } = await route(request)
    response
      .writeHead(status, headers)
      .end(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    hooks,
    fault,
    /** Ends all access tokens, as the provider does after an hour. */
    endAccess: () => access.clear(),
    /** Ends the consent, as the person does in the settings of their account. */
    endConsent: () => {
      access.clear()
      refresh.clear()
    },
    /** Opens the provider's page as a browser does, and presses a button. @returns the address to which the browser is redirected */
    async visit(page: string, choice: 'allow' | 'refuse' = 'allow'): Promise<string> {
      const html = await (await fetch(page)).text()
      const [, href] = new RegExp(`id="${choice}" href="([^"]+)"`).exec(html) ?? []
      if (!href) throw new Error(`the provider's page has no button: ${html}`)
      return href.replaceAll('&amp;', '&')
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
