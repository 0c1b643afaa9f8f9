import type { NewCheckin } from '@studiohub/contract/features/checkins/schema.ts'
import { DAY, openCache } from './forget.ts'

/*
 * What this device keeps of a person, for the time without a connection: their own day, and changes that wait to be sent. The
 * pages and the service worker share it, and signing out deletes it.
 */

const NOTIFIED = '/offline/notified'
const WAITING = '/offline/waiting/'

/**
 * A change that may be sent later: it is safe to repeat and needs no other data to be current. `text` names it for the person:
 * 'Check in Cleo Client'.
 */
export type KeptChange = { text: string } & (
  | { call: 'checkins.create'; input: NewCheckin & { studio_id: string } }
  | { call: 'tasks.complete'; input: { id: string } }
)

/** A change that the page of a day offers. */
export type PossibleChange = KeptChange & { id: string }

/** A change that waits to be sent. With its key the server makes it once, however often it is sent. */
export type WaitingChange = KeptChange & { key: string; user_id: string; at: string }

/** The change with the time at which it was made, where the server takes one. @param at ISO 8601 */
export const datedChange = (change: KeptChange, at: string): KeptChange =>
  change.call === 'checkins.create' ? { ...change, input: { ...change.input, at } } : change

export type KeptSession = {
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
export type KeptTask = { id: string; title: string; due: string | null; change: PossibleChange | null }

/** A person's own day in words, as they saw it last. */
export type KeptDay = {
  user_id: string
  /** ISO 8601. */
  saved_at: string
  saved_text: string
  title: string
  /** Proves that a change comes from the page that the service worker showed. */
  token: string
  sessions: KeptSession[]
  tasks: KeptTask[]
}

async function read<T>(path: string): Promise<T | null> {
  const answer = await (await openCache())?.match(path)
  return answer ? answer.json() : null
}
const write = async (path: string, value: unknown) => (await openCache())?.put(path, Response.json(value))

/** The kept day of the person who uses this device; null if there is none. */
export const readDay = () => read<KeptDay>(DAY)

/** Keeps a day instead of the former one. */
export const writeDay = (day: KeptDay) => write(DAY, day)

/** Whose notifications this device shows, and the address that the server knows. */
export type Notified = { user_id: string; endpoint: string }

/** Null if no notifications are switched on. */
export const readNotified = () => read<Notified>(NOTIFIED)

export const writeNotified = (notified: Notified) => write(NOTIFIED, notified)

/** No notifications are shown from now on. */
export const forgetNotified = async () => (await openCache())?.delete(NOTIFIED)

/** The changes that wait to be sent, oldest first. */
export async function listWaiting(): Promise<WaitingChange[]> {
  const cache = await openCache()
  const keys = (await cache?.keys()) ?? []
  const paths = keys.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith(WAITING))
  const changes = await Promise.all(paths.map((path) => read<WaitingChange>(path)))
  return changes.flatMap((change) => change ?? []).sort((one, other) => (one.at < other.at ? -1 : 1))
}

/** Keeps a change until it can be sent. */
export const keepChange = (change: WaitingChange) => write(WAITING + change.key, change)

/** Forgets a change that was sent or refused. */
export const dropChange = async (key: string) => (await openCache())?.delete(WAITING + key)
