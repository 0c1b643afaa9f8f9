import { beforeEach, expect, inject, test, vi } from 'vitest'
import { toast } from '#ui/toast.tsx'
import { client } from '../server/api.ts'
import { createConnectionError } from '../server/describe-error.ts'
import { randomKey } from '../server/random-key.ts'
import { readStoredUserId, storeSession } from '../session/stored-session.ts'
import { deleteStoredData } from './delete-stored-data.ts'
import { addChangeTime, listWaitingChanges, type OfflineChange, storeChange } from './device-store.ts'
import { QueuedError } from './queued-error.ts'
import { createOfflineQueue } from './send-or-queue.ts'
import { sendWaitingChanges } from './send-waiting.ts'

const { studio_id, session } = inject('studio')
const { fetch } = window

let user_id = ''

beforeEach(async () => {
  storeSession(session)
  user_id = readStoredUserId() ?? ''
  await deleteStoredData()
  return () => {
    window.fetch = fetch
  }
})

async function aTask(title: string) {
  const { id } = await client.tasks.create({ title })
  await client.tasks.start({ id })
  return id
}

const complete = (id: string): OfflineChange => ({ call: 'tasks.complete', input: { id }, text: 'Complete a task' })

async function aCheckIn(name: string) {
  const { id } = await client.clients.create({ studio_id, name })
  const input = { studio_id, client_id: id }
  return { call: 'checkins.create', input, text: `Check in ${name}` } as const satisfies OfflineChange
}

async function listCheckins(client_id: string) {
  const { items } = await client.checkins.list({ studio_id, limit: 100 })
  return items.filter((checkin) => checkin.client_id === client_id)
}

async function statusOf(task_id: string) {
  const { items } = await client.tasks.list({ scope: 'all', limit: 100 })
  return items.find(({ id }) => id === task_id)?.status
}

/** Stores a change, as if it was made some seconds ago. */
function storeEarlier(change: OfflineChange, seconds: number, key = randomKey()) {
  const at = new Date(Date.now() - seconds * 1000).toISOString()
  return storeChange({ ...addChangeTime(change, at), key, user_id, at })
}

/** Makes each request whose address includes `part` fail with `code`. */
function failRequests(part: string, code: string) {
  window.fetch = async (...request) => {
    const { url } = new Request(...request)
    return url.includes(part) ? Response.json({ code, message: 'It failed' }, { status: 500 }) : fetch(...request)
  }
}

/** A call whose response is lost. */
const loseResponse = () => Promise.reject(createConnectionError())
const queue = createOfflineQueue((change: OfflineChange) => change)
const send = (change: OfflineChange, work: () => Promise<unknown>) => queue(change, randomKey())?.(work)

test('a change that fails with an error of the server waits, and the changes after it are sent', async () => {
  const [first, second] = [await aTask('Clean the booth'), await aTask('Charge the batteries')]
  await storeEarlier(complete(first), 20)
  await storeEarlier(complete(second), 10)
  failRequests(first, 'INTERNAL')
  await sendWaitingChanges(user_id)
  expect(await listWaitingChanges()).toMatchObject([{ input: { id: first } }])
  expect(await statusOf(second)).toBe('completed')
  window.fetch = fetch
  await sendWaitingChanges(user_id)
  expect(await listWaitingChanges()).toEqual([])
  expect(await statusOf(first)).toBe('completed')
})

test('all changes wait while the server is not available', async () => {
  const [first, second] = [await aTask('Clean the booth'), await aTask('Charge the batteries')]
  await storeEarlier(complete(first), 20)
  await storeEarlier(complete(second), 10)
  failRequests(first, 'UNAVAILABLE')
  await sendWaitingChanges(user_id)
  expect(await listWaitingChanges()).toHaveLength(2)
  expect(await statusOf(second)).toBe('in_progress')
})

test('a check-in without a response is stored with its time, and only once', async () => {
  const checkIn = await aCheckIn('Nina New')
  const before = new Date().toISOString()
  await expect(send(checkIn, loseResponse)).rejects.toThrow(QueuedError)
  await expect(send(checkIn, loseResponse)).rejects.toThrow(QueuedError)
  const waiting = await listWaitingChanges()
  expect(waiting).toHaveLength(1)
  expect(waiting[0]).toMatchObject({ input: { at: waiting[0]?.at } })
  expect(waiting[0]?.at.localeCompare(before)).toBeGreaterThanOrEqual(0)
})

test('a check-in that was applied, but whose response was lost, counts as sent', async () => {
  const { input, ...change } = await aCheckIn('Lena Late')
  const idempotencyKey = randomKey()
  const [showSuccess, showError] = [vi.spyOn(toast, 'success'), vi.spyOn(toast, 'error')]
  await client.checkins.create(input, { context: { idempotencyKey } })
  await storeEarlier({ ...change, input }, 10, idempotencyKey)
  await sendWaitingChanges(user_id)
  expect(await listWaitingChanges()).toEqual([])
  expect(await listCheckins(input.client_id)).toHaveLength(1)
  expect(showSuccess).toHaveBeenCalledWith({ title: 'Sent: Check in Lena Late' })
  expect(showError).not.toHaveBeenCalled()
})
