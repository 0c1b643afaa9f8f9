import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// The part of CBOR (RFC 8949) that responses of authenticators use.
const head = (major: number, length: number) =>
  length < 24
    ? Buffer.of((major << 5) | length)
    : length < 256
      ? Buffer.of((major << 5) | 24, length)
      : Buffer.of((major << 5) | 25, length >> 8, length & 255)
const number = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const map = (...entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])
const list = (...items: Buffer[]) => Buffer.concat([head(4, items.length), ...items])

const base64url = (value: Buffer | string) => Buffer.from(value).toString('base64url')
const sha256 = (value: Buffer | string) => createHash('sha256').update(value).digest()

type AssertionOptions = { challenge: string; user?: { id: string } }
type CreationOptions = {
  /** Origin of the page. */
  origin: string
  /** The relying party id: the site's domain. */
  rp_id: string
  /** Whether the key checked its owner by a PIN or a fingerprint; true by default. */
  isVerified?: boolean
}

const PRESENT = 1
const VERIFIED = 4
const HAS_CREDENTIAL = 64

type Key = ReturnType<typeof aKey>

function aKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = map(
    [number(1), number(2)],
    [number(3), number(-7)],
    [number(-1), number(1)],
    [number(-2), bytes(Buffer.from(x, 'base64url'))],
    [number(-3), bytes(Buffer.from(y, 'base64url'))],
  )
  return { id: randomBytes(16), privateKey, cose, uses: 0, handle: null as string | null }
}

const baseResponse = ({ id }: Key) => ({
  id: base64url(id),
  rawId: base64url(id),
  type: 'public-key',
  clientExtensionResults: {},
})

function authenticatorDataOf(
  key: Key,
  { rp_id, isVerified = true }: CreationOptions,
  credential = Buffer.alloc(0),
): Buffer {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(key.uses)
  const flags = PRESENT | (isVerified ? VERIFIED : 0) | (credential.length > 0 ? HAS_CREDENTIAL : 0)
  return Buffer.concat([sha256(rp_id), Buffer.of(flags), counter, credential])
}

const clientData = (type: string, { challenge }: AssertionOptions, origin: string) =>
  JSON.stringify({ type, challenge, origin, crossOrigin: false })

function register(key: Key, request: AssertionOptions, page: CreationOptions & { certificate?: Buffer | undefined }) {
  const { origin, certificate } = page
  key.handle = request.user?.id ?? null
  const length = Buffer.alloc(2)
  length.writeUInt16BE(key.id.length)
  const authData = authenticatorDataOf(key, page, Buffer.concat([Buffer.alloc(16), length, key.id, key.cose]))
  const statement: [Buffer, Buffer][] = certificate
    ? [
        [text('alg'), number(-7)],
        [text('sig'), bytes(randomBytes(70))],
        [text('x5c'), list(bytes(certificate))],
      ]
    : []
  const attestation = map(
    [text('fmt'), text(certificate ? 'packed' : 'none')],
    [text('attStmt'), map(...statement)],
    [text('authData'), bytes(authData)],
  )
  const clientDataJSON = base64url(clientData('webauthn.create', request, origin))
  return {
    ...baseResponse(key),
    response: { clientDataJSON, attestationObject: base64url(attestation), transports: ['usb'] },
  }
}

function assert(key: Key, request: AssertionOptions, page: CreationOptions & { handle?: string | null }) {
  key.uses += 1
  const client = clientData('webauthn.get', request, page.origin)
  const authenticatorData = authenticatorDataOf(key, page)
  const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), key.privateKey)
  return {
    ...baseResponse(key),
    response: {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
      userHandle: page.handle === undefined ? key.handle : page.handle,
    },
  }
}

/** A security key for tests: ES256 with a use counter. `overrides` makes it respond for another page or site. */
export function anAuthenticator(options: CreationOptions) {
  const key = aKey()
  return {
    id: base64url(key.id),
    /** Sets the use counter, such as for a cloned key. */
    setUses(count: number) {
      key.uses = count
    },
    /** Response to a registration. `certificate`: an attestation certificate. */
    register: (request: AssertionOptions, overrides: Partial<CreationOptions> & { certificate?: Buffer } = {}) =>
      register(key, request, { ...options, ...overrides }),
    /** Response to an assertion; increments the use counter. `handle`: the account that the key names. */
    assert: (request: AssertionOptions, overrides: Partial<CreationOptions> & { handle?: string | null } = {}) =>
      assert(key, request, { ...options, ...overrides }),
  }
}
