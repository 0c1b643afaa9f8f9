import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import { freePort } from './postgres.ts'
import { type ServerOptions, startServer, type TestServer } from './server.ts'

/** A user at the provider, by their claims. */
export type Account = {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  picture?: string
  hd?: string
}

export type ProviderOptions = {
  /** The product's redirect URI; the provider accepts no other. */
  redirect_uri: string
  /** Its port, if it must be known before the start. */
  port?: number
  /** Whether claims are in the ID token, as with Google, or in the userinfo response. */
  claimsIn?: 'id_token' | 'userinfo'
}

export type OpenIdProvider = {
  issuer: string
  /** Adds a user or changes their claims. */
  know(account: Account): Account
  /** Follows the provider's pages like a browser. @returns the final redirect */
  visit(url: string, choice: Account | 'deny'): Promise<URL>
  /** An ID token as an app gets it, for `ID_TOKEN_NONCE`; `overrides` replaces claims; `undefined` removes a claim. */
  idToken(account: Account, overrides?: Record<string, unknown>): Promise<string>
  /** While broken, it responds to every request with 503. */
  breaks(broken: boolean): void
  stop(): Promise<void>
}

/** The raw nonce of the ID tokens from `idToken`. */
export const ID_TOKEN_NONCE = 'a raw nonce'

export const CLIENT_ID = 'studiohub'
export const APP_CLIENT_ID = 'studiohub-app'
const CLIENT_SECRET = 'a secret between the two'
const KID = 'of-the-provider'

/** A real OpenID provider on this machine, with a page to choose the user. */
export async function startOpenIdProvider(options: ProviderOptions): Promise<OpenIdProvider> {
  const port = options.port ?? (await freePort())
  const issuer = `http://127.0.0.1:${port}`
  const accounts = new Map<string, Account>()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: KID, alg: 'RS256', use: 'sig' }
  const provider = new Provider(issuer, configurationOf(options, accounts, key))
  const handleRequest = provider.callback()
  let broken = false
  const server = createServer((request, response) => {
    if (broken) return void response.writeHead(503).end()
    if (request.url?.startsWith('/interaction/')) return void interact(provider, accounts, request, response)
    return void handleRequest(request, response)
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    issuer,
    know(account) {
      accounts.set(account.sub, account)
      return account
    },
    visit: (url, choice) => visitProvider(issuer, url, choice === 'deny' ? 'deny' : `as/${choice.sub}`),
    idToken(account, { access_token, ...overrides } = {}) {
      const hash =
        typeof access_token === 'string' && createHash('sha256').update(access_token).digest().subarray(0, 16)
      const claims = {
        iss: issuer,
        aud: APP_CLIENT_ID,
        nonce: createHash('sha256').update(ID_TOKEN_NONCE).digest('hex'),
        ...account,
        ...(hash && { at_hash: hash.toString('base64url') }),
      }
      return new SignJWT({ ...claims, ...times(), ...overrides })
        .setProtectedHeader({ alg: 'RS256', kid: KID })
        .sign(privateKey)
    },
    breaks(isBroken) {
      broken = isBroken
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const times = () => {
  const iat = Math.floor(Date.now() / 1000)
  return { iat, exp: iat + 3600 }
}

function configurationOf(
  { redirect_uri, claimsIn = 'id_token' }: ProviderOptions,
  accounts: ReadonlyMap<string, Account>,
  key: object,
): Configuration {
  return {
    clients: [
      { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirect_uri], response_types: ['code'] },
    ],
    jwks: { keys: [key as never] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture', 'hd'] },
    conformIdTokenClaims: claimsIn === 'userinfo',
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => {
      const account = accounts.get(sub)
      return account && { accountId: sub, claims: () => account }
    },
    // No consent page: provider and product belong together here.
    async loadExistingGrant({ oidc }) {
      if (!oidc.client || !oidc.session?.accountId) return undefined
      const { provider, client, session } = oidc
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  }
}

/** The page with a button per user, and its links. */
async function interact(
  provider: Provider,
  accounts: ReadonlyMap<string, Account>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const [, , uid, choice, sub] = new URL(request.url ?? '', 'http://provider').pathname.split('/')
  if (choice === 'as' && sub) {
    return provider.interactionFinished(request, response, { login: { accountId: decodeURIComponent(sub) } })
  }
  if (choice === 'deny') return provider.interactionFinished(request, response, { error: 'access_denied' })
  const people = [...accounts.values()].map(({ sub: id, name, email }) => {
    return `<li><a href="/interaction/${uid}/as/${id}">${name ?? email ?? id}</a></li>`
  })
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><title>Who are you?</title><h1>Who are you?</h1>
<ul>${people.join('')}</ul><a href="/interaction/${uid}/deny">Nobody</a></html>`)
}

const HOPS_MAX = 10

async function visitProvider(issuer: string, from: string, choice: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(from)
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    if (url.origin !== issuer) return url
    if (/^\/interaction\/[^/]+$/.test(url.pathname)) url = new URL(`${url.href}/${choice}`)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`the provider answered ${response.status} at ${url}: ${await response.text()}`)
    url = new URL(location, url)
  }
  throw new Error(`the provider redirects in a circle: ${url}`)
}

export type WithProvider = { server: TestServer; google: OpenIdProvider; stop(): Promise<void> }

/** The product with this provider in place of Google. */
export async function startServerWithGoogle(
  { env = {}, ...options }: ServerOptions = {},
  claimsIn: ProviderOptions['claimsIn'] = 'id_token',
): Promise<WithProvider> {
  const port = String(await freePort())
  const redirect_uri = `http://127.0.0.1:${port}/auth/v1/callback`
  const google = await startOpenIdProvider({ redirect_uri, claimsIn })
  const server = await startServer({ ...options, env: { PORT: port, ...googleSettings(google), ...env } })
  return {
    server,
    google,
    async stop() {
      await server.stop()
      await google.stop()
    },
  }
}

/** The environment variables that replace Google with this provider. */
export const googleSettings = ({ issuer }: Pick<OpenIdProvider, 'issuer'>) => ({
  GOOGLE_CLIENT_ID: `${CLIENT_ID},${APP_CLIENT_ID}`,
  GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
  GOOGLE_ISSUER: issuer,
})

/** A new user at the provider with a verified address. */
export function anAccount(google: OpenIdProvider, overrides: Partial<Account> = {}): Account {
  const sub = randomUUID()
  return google.know({
    sub,
    email: `${sub}@example.com`,
    email_verified: true,
    name: 'Grace Example',
    picture: 'https://pictures.example/grace.png',
    ...overrides,
  })
}
