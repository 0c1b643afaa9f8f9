import { hash, parseOptions, verify } from '@node-rs/argon2'
import { Counter } from 'prom-client'
import { registry } from '../process/measures.ts'

/** The cost of a hash. The library's default algorithm is argon2id. */
const costs = {
  /** OWASP's smallest argon2id setting. */
  full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  /** For tests. It does not protect passwords. */
  test: { memoryCost: 8, timeCost: 1, parallelism: 1 },
}
export type HashCost = keyof typeof costs
let parameters = costs.full

/** Used to check the password of an unknown person, so that the check takes as long as for an existing account. */
let dummyHash: Promise<string> | null = null

/** Sets the cost of new hashes. A stored hash of another cost stays valid and is replaced at the next sign-in. */
export function setHashCost(cost: HashCost) {
  parameters = costs[cost]
  dummyHash = null
}

const RUNNING_MAX = 1
const WAITING_MAX = 200

/** Thrown if so many hashes are waiting that a new one would take seconds. */
export class HashingBusyError extends Error {
  constructor() {
    super('too many passwords wait to be hashed')
    this.name = 'HashingBusyError'
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
async function runInTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= RUNNING_MAX) {
    if (waiting.length >= WAITING_MAX) throw new HashingBusyError()
    // A call that ends starts the next waiting one, so `running` stays the same.
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
  return runInTurn(() => hash(password, parameters))
}

/**
 * Whether `password` matches `encrypted_password`. For null (an unknown person, or one without a password) it returns
 * false after the same time.
 */
export async function verifyPassword(encrypted_password: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password')
  const hashToCheck = encrypted_password ?? (await dummyHash)
  const matches = await runInTurn(() => verify(hashToCheck, password))
  return matches && encrypted_password !== null
}

/** Whether a stored hash was made with other parameters than the current ones. */
export function needsRehash(encrypted_password: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(encrypted_password)
  return (
    memoryCost !== parameters.memoryCost || timeCost !== parameters.timeCost || parallelism !== parameters.parallelism
  )
}
