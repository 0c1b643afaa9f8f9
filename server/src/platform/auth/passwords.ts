import { hash, parseOptions, verify } from '@node-rs/argon2'
import { Counter } from 'prom-client'
import { registry } from '../process/measures.ts'
import { createTurns } from '../process/turns.ts'

/** The cost of a hash. The library's default algorithm is argon2id. */
const costs = {
  /** OWASP's smallest argon2id setting. */
  full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  /** For tests. It does not protect passwords. */
  test: { memoryCost: 8, timeCost: 1, parallelism: 1 },
}
export type HashCost = keyof typeof costs
let parameters = costs.full

/** By cost: checked for an unknown person, so that the check takes as long as for an existing account. */
const dummyHashes = new Map<object, Promise<string>>()

/** Sets the cost of new hashes. A stored hash of another cost stays valid and is replaced at the next sign-in. */
export function setHashCost(cost: HashCost) {
  parameters = costs[cost]
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

const turns = createTurns({
  runningMax: RUNNING_MAX,
  waitingMax: WAITING_MAX,
  reject() {
    throw new HashingBusyError()
  },
})

const runInTurn = <T>(work: () => Promise<T>) =>
  turns.run(() => {
    hashCounter.inc()
    return work()
  })

/** The argon2id hash of a password, in PHC form. Never called inside a transaction: it takes 16 ms and more. */
export function hashPassword(password: string): Promise<string> {
  return runInTurn(() => hash(password, parameters))
}

/**
 * Whether `password` matches `encrypted_password`. For null (an unknown person, or one without a password) it returns
 * false after the same time.
 */
export async function verifyPassword(encrypted_password: string | null, password: string): Promise<boolean> {
  // Also started for a known person, so that the first check of an unknown one takes no longer than later ones.
  const dummyHash = getDummyHash()
  dummyHash.catch(() => undefined)
  const hashToCheck = encrypted_password ?? (await dummyHash)
  const matches = await runInTurn(() => verify(hashToCheck, password))
  return matches && encrypted_password !== null
}

function getDummyHash(): Promise<string> {
  const cost = parameters
  const dummyHash =
    dummyHashes.get(cost) ??
    hashPassword('nobody has this password').catch((error) => {
      // While the queue is full. The next call tries again.
      dummyHashes.delete(cost)
      throw error
    })
  dummyHashes.set(cost, dummyHash)
  return dummyHash
}

/** Whether a stored hash was made with other parameters than the current ones. */
export function needsRehash(encrypted_password: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(encrypted_password)
  return (
    memoryCost !== parameters.memoryCost || timeCost !== parameters.timeCost || parallelism !== parameters.parallelism
  )
}
