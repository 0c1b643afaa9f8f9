import { hash, parseOptions, verify } from '@node-rs/argon2'
import { Counter } from 'prom-client'
import { registry } from '../process/measures.ts'

/** The cost of a hash. The library's default algorithm is argon2id. */
const costs = {
  /** OWASP's smallest argon2id setting. */
  full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  /** For tests: it protects nothing. */
  test: { memoryCost: 8, timeCost: 1, parallelism: 1 },
}
export type HashCost = keyof typeof costs
let parameters = costs.full

/** A hash to check the password of an unknown person against, so that it takes as long as for a known one. */
let dummyHash: Promise<string> | null = null

/** Sets the cost of new hashes. A stored hash of another cost stays valid and is replaced at the next sign-in. */
export function useHashCost(cost: HashCost) {
  parameters = costs[cost]
  dummyHash = null
}

const RUNNING_AT_ONCE = 1
const WAITING_AT_MOST = 200

/** Thrown if so many hashes wait that a new one would take seconds; the response is 'busy'. */
export class HashingBusy extends Error {
  constructor() {
    super('too many passwords wait to be hashed')
    this.name = 'HashingBusy'
  }
}

const hashCounter = new Counter({
  name: 'password_hashes_total',
  help: 'How often a password was hashed or checked. If it rises without sign-ins, passwords are being guessed.',
  registers: [registry],
})

let running = 0
const waiting: (() => void)[] = []

// Limits how many hashes run at once, so that a flood of sign-ins leaves a core and some memory for other requests.
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= RUNNING_AT_ONCE) {
    if (waiting.length >= WAITING_AT_MOST) throw new HashingBusy()
    // The next waiting call takes the place of one that ends, so `running` stays the same.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  hashCounter.inc()
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** The argon2id hash of a password, in PHC form. Never called inside a transaction: it takes 16 ms and more. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

/**
 * Whether `password` matches `encrypted_password`. For null (an unknown person, or one without a password) it takes as long
 * and returns false.
 */
export async function verifyPassword(encrypted_password: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password')
  const hashToCheck = encrypted_password ?? (await dummyHash)
  const matches = await inTurn(() => verify(hashToCheck, password))
  return matches && encrypted_password !== null
}

/** Whether a stored hash was made with other parameters than the current ones. */
export function needsRehash(encrypted_password: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(encrypted_password)
  return (
    memoryCost !== parameters.memoryCost || timeCost !== parameters.timeCost || parallelism !== parameters.parallelism
  )
}
