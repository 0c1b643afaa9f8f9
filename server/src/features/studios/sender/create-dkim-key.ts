import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { seal } from '#platform/auth/secrets.ts'
import type { SenderKey } from './queries.ts'

const KEY_BITS = 2048
const SELECTOR_BYTES = 4

/** Creates a key for DKIM signatures. */
export async function createDkimKey(): Promise<SenderKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    selector: `studiohub-${randomBytes(SELECTOR_BYTES).toString('hex')}`,
    private_key: seal('sender-key', privateKey),
    public_key: publicKey.toString('base64'),
  }
}
