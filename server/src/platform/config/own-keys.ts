import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './values.ts'

/** The keys of the embedded product: the current one, and the former one while it is accepted. */
export type OwnKeys = { secretKey: Buffer; formerSecretKey: Buffer | null }

const CURRENT = 'secret.key'
const FORMER = 'secret.key.former'

/**
 * Reads the keys of the embedded product from its data folder, and creates the first key if there is none. Backups do not
 * contain the keys, so a stolen backup cannot be decrypted.
 * @throws ConfigError if a file is damaged
 */
export function ownKeys(dataDir: string): OwnKeys {
  const [current, former] = [join(dataDir, CURRENT), join(dataDir, FORMER)]
  if (!existsSync(current)) writeFileSync(current, newKey(), { mode: 0o600, flag: 'wx' })
  return { secretKey: readKey(current), formerSecretKey: existsSync(former) ? readKey(former) : null }
}

/** Creates a new key; the current one becomes the former one. A crash at any point loses no key that is in use. */
export function replaceOwnKey(dataDir: string): OwnKeys {
  const { secretKey } = ownKeys(dataDir)
  replaceFile(join(dataDir, FORMER), secretKey.toString('hex'))
  replaceFile(join(dataDir, CURRENT), newKey())
  return ownKeys(dataDir)
}

const newKey = () => randomBytes(32).toString('hex')

function readKey(file: string): Buffer {
  const text = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new ConfigError(`SECRET_KEY: ${file} is damaged; restore it from your own copy`)
  return Buffer.from(text, 'hex')
}

function replaceFile(file: string, text: string) {
  const newFile = `${file}.new`
  writeFileSync(newFile, text, { mode: 0o600 })
  const descriptor = openSync(newFile, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(newFile, file)
}
