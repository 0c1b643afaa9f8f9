import type { NewCheckin } from '@studiohub/contract/features/checkins/schema.ts'
import { DAY_KEY, openCache } from './delete-stored-data.ts'

/*
 * The data that this device stores for a person to use offline: their own day, and changes that wait to be sent. The pages and the
 * service worker share it. Signing out deletes it.
 */

const NOTIFIED_KEY = '/offline/notified'
const WAITING_PREFIX = '/offline/waiting/'

/**
 * A change that may be sent later: it is safe to repeat and needs no other data to be current. `text` names it for the person:
 * 'Check in Cleo Client'.
 */
export type OfflineChange = { text: string } & (
  | { call: 'checkins.create'; input: NewCheckin & { studio_id: string } }
  | { call: 'tasks.complete'; input: { id: string } }
)

/** A change that the offline page of a day offers. */
export type PossibleChange = OfflineChange & { id: string }

/** A change that waits to be sent. Because of its key the server applies it once, however often it is sent. */
export type WaitingChange = OfflineChange & { key: string; user_id: string; at: string }

/** Adds the time of a change to its input, if its call accepts one. @param at ISO 8601 */
export const addChangeTime = (change: OfflineChange, at: string): OfflineChange =>
  change.call === 'checkins.create' ? { ...change, input: { ...change.input, at } } : change

/** Whether two changes do the same. Compares ids instead of texts, because two tasks can have the same title. */
export function isSameChange(a: OfflineChange, b: OfflineChange): boolean {
  if (a.call === 'tasks.complete') return b.call === a.call && a.input.id === b.input.id
  if (b.call !== a.call || a.input.client_id !== b.input.client_id) return false
  return (a.input.booking_id ?? null) === (b.input.booking_id ?? null)
}

export type OfflineSession = {
  id: string
  /** In words, in the studio's time zone. */
  day: string
  time: string
  title: string
  /** Room, client and notes, as far as the person may see them. */
  lines: string[]
  address: string | null
  change: PossibleChange | null
}
export type OfflineTask = { id: string; title: string; due: string | null; change: PossibleChange | null }

/** A person's own day in words, as this device last loaded it. */
export type OfflineDay = {
  user_id: string
  /** ISO 8601. */
  saved_at: string
  saved_text: string
  title: string
  /** Proves that a change comes from the page that the service worker showed. */
  token: string
  sessions: OfflineSession[]
  tasks: OfflineTask[]
}

async function readCache<T>(path: string): Promise<T | null> {
  const response = await (await openCache())?.match(path)
  return response ? response.json() : null
}
const writeCache = async (path: string, value: unknown) => (await openCache())?.put(path, Response.json(value))

/** The stored day of the person who uses this device; null if there is none. */
export const readDay = () => readCache<OfflineDay>(DAY_KEY)

/** Stores a day and replaces the previous one. */
export const storeDay = (day: OfflineDay) => writeCache(DAY_KEY, day)

/** The person whose notifications this device shows, and the push address that the server knows. */
export type NotifiedPerson = { user_id: string; endpoint: string }

/** The person whose notifications this device shows; null if notifications are off. */
export const readNotifiedPerson = () => readCache<NotifiedPerson>(NOTIFIED_KEY)

/** Remembers whose notifications this device shows. */
export const storeNotifiedPerson = (notified: NotifiedPerson) => writeCache(NOTIFIED_KEY, notified)

/** Stops showing notifications on this device. */
export const deleteNotifiedPerson = async () => (await openCache())?.delete(NOTIFIED_KEY)

/** The changes that wait to be sent, oldest first. */
export async function listWaitingChanges(): Promise<WaitingChange[]> {
  const cache = await openCache()
  const keys = (await cache?.keys()) ?? []
  const paths = keys.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith(WAITING_PREFIX))
  const changes = await Promise.all(paths.map((path) => readCache<WaitingChange>(path)))
  return changes.flatMap((change) => change ?? []).sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** Whether the same change of a person already waits to be sent. */
export const isChangeWaiting = async (change: OfflineChange, user_id: string) =>
  (await listWaitingChanges()).some((waiting) => waiting.user_id === user_id && isSameChange(waiting, change))

/** Stores a change until it can be sent. */
export const storeChange = (change: WaitingChange) => writeCache(WAITING_PREFIX + change.key, change)

/** Deletes a change that was sent or rejected. */
export const deleteChange = async (key: string) => (await openCache())?.delete(WAITING_PREFIX + key)
