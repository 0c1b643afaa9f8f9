import { createHash } from 'node:crypto'
import type { DAVResponse } from 'tsdav'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import {
  type CalDavAccess,
  type DavLibrary,
  problemOfStatus,
  propsOf,
  requireAnswers,
  textOf,
  withCalDav,
} from './caldav-call.ts'
import type { CalendarObject } from './calendar-order.ts'
import { zoneOf } from './calendar-zone.ts'
import { CalendarProblem } from './read-calendar.ts'

const MOST_OBJECTS = 5_000
const OBJECTS_A_CALL = 100
/** With more changes than this, reading all that lies ahead is less work. */
const MOST_CHANGES = 500
const MOST_CHARACTERS = 10 * 1024 * 1024
const STATE_CHARACTERS = 2_000
const NOT_FOUND = 404

/** An object with its version on the server. */
type FoundObject = CalendarObject & { name: string; etag: string | null }

/** What changed in a calendar. `state` is what the server calls its present state, for the next reading. */
export type CalDavChanges =
  | { kind: 'same' }
  | { kind: 'part'; objects: FoundObject[]; removed: string[]; state: string; zone: string | null }
  | { kind: 'all'; objects: FoundObject[]; isCut: boolean; state: string | null; zone: string | null }

type Reading = {
  /** Of the last reading; null to read everything. */
  state: string | null
  /** The wanted range, in milliseconds. */
  from: number
  to: number
}
type Calls = { access: CalDavAccess; dav: DavLibrary; options: { fetch: GuardedFetch } }

/**
 * Reads a calendar of a CalDAV account: what changed since the last reading where the server offers that (RFC 6578), else
 * nothing if the state is the same, else everything in the range.
 * @throws CalendarProblem
 */
export function readCalDav(access: CalDavAccess, reading: Reading, signal: AbortSignal): Promise<CalDavChanges> {
  return withCalDav(access, signal, async (dav, options) => {
    const calls = { access, dav, options }
    const { state, zone } = await readState(calls)
    if (state !== null && state === reading.state) return { kind: 'same' }
    const token = /^sync (.+)$/s.exec(reading.state ?? '')?.[1]
    const changes = token ? await readChanges(calls, token) : null
    if (!changes) {
      const { urls, isCut } = await listUrls(calls, reading)
      const { objects } = await readObjects(calls, urls)
      return { kind: 'all', objects, isCut, state, zone }
    }
    const { objects, missing } = await readObjects(calls, changes.urls)
    const removed = [...changes.removed, ...missing]
    return { kind: 'part', objects, removed, state: changes.state, zone }
  })
}

/** The name of an object in our tables. Its address may contain anything, also email addresses. */
export function objectName(url: string): string {
  const { pathname } = new URL(url)
  // Servers write some characters in two ways.
  return createHash('sha256').update(decoded(pathname)).digest('base64url')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

async function readState({ access, dav, options }: Calls) {
  const props = { 'd:sync-token': {}, 'cs:getctag': {}, 'c:calendar-timezone': {} }
  const [answer] = requireAnswers(await dav.propfind({ url: access.url, depth: '0', props, ...options }))
  if (!answer?.ok || answer.props === undefined) throw problemOfStatus(answer?.status ?? NOT_FOUND)
  const { syncToken, getctag, calendarTimezone } = propsOf(answer)
  const [, name = ''] = /^TZID:(.+?)\r?$/m.exec(textOf(calendarTimezone)) ?? []
  return { state: stateOf('sync', textOf(syncToken)) ?? stateOf('ctag', textOf(getctag)), zone: zoneOf(name.trim()) }
}

const stateOf = (kind: 'sync' | 'ctag', value: string) =>
  value === '' || value.length > STATE_CHARACTERS - kind.length - 1 ? null : `${kind} ${value}`

/** The changes since a state, or null if the server no longer knows it or does not tell them all. */
async function readChanges({ access, dav, options }: Calls, syncToken: string) {
  const answers = await dav.syncCollection({
    url: access.url,
    props: { 'd:getetag': {} },
    syncLevel: 1,
    syncToken,
    ...options,
  })
  const [first] = answers
  if (first && !first.ok && first.props === undefined) return null
  const state = stateOf('sync', textOf(first?.raw?.multistatus?.syncToken))
  const isWhole = answers.every(({ status }) => status < 500)
  if (state === null || !isWhole || answers.length > MOST_CHANGES) return null
  const [urls, removed]: [string[], string[]] = [[], []]
  for (const answer of answers) {
    const url = urlOf(access, answer)
    if (url) (answer.status === NOT_FOUND ? removed : urls).push(url)
  }
  return { urls, removed, state }
}

/** The address of an object in the calendar; null for the calendar itself and for addresses elsewhere. */
function urlOf({ url }: CalDavAccess, { href }: DAVResponse): string | null {
  const base = new URL(url.endsWith('/') ? url : `${url}/`)
  const found = URL.parse(textOf(href), base)
  const isWithin = found?.origin === base.origin && decoded(found.pathname) !== decoded(base.pathname)
  return found && isWithin ? found.href : null
}

const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

async function listUrls({ access, dav, options }: Calls, { from, to }: Reading) {
  const range = { 'time-range': { _attributes: { start: stamp(from), end: stamp(to) } } }
  const filters = {
    'comp-filter': {
      _attributes: { name: 'VCALENDAR' },
      'comp-filter': { _attributes: { name: 'VEVENT' }, ...range },
    },
  }
  const query = { url: access.url, depth: '1', props: { 'd:getetag': {} }, filters } as const
  const answers = await dav.calendarQuery({ ...query, ...options })
  const urls = answers.flatMap((answer) => urlOf(access, answer) ?? [])
  return { urls: urls.slice(0, MOST_OBJECTS), isCut: urls.length > MOST_OBJECTS }
}

async function readObjects({ access, dav, options }: Calls, urls: string[]) {
  const objects: FoundObject[] = []
  const missing: string[] = []
  let characters = 0
  for (let at = 0; at < urls.length; at += OBJECTS_A_CALL) {
    const some = urls.slice(at, at + OBJECTS_A_CALL)
    const answers = requireAnswers(await dav.davRequest({ url: access.url, init: multiget(dav, some), ...options }))
    const found = new Map(answers.map((answer) => [urlOf(access, answer), propsOf(answer)]))
    for (const url of some) {
      const { calendarData, getetag } = found.get(url) ?? {}
      const text = textOf(calendarData)
      characters += text.length
      if (characters > MOST_CHARACTERS) throw new CalendarProblem('The calendar is too large.')
      if (text === '') missing.push(url)
      else objects.push({ name: objectName(url), text, etag: textOf(getetag) || null })
    }
  }
  return { objects, missing }
}

// The library's own function fails if one object was deleted since it was listed.
const multiget = ({ getDAVAttribute, DAVNamespace }: DavLibrary, urls: readonly string[]) => ({
  method: 'REPORT' as const,
  namespace: 'c',
  headers: { depth: '1' },
  body: {
    'calendar-multiget': {
      _attributes: getDAVAttribute([DAVNamespace.DAV, DAVNamespace.CALDAV]),
      'd:prop': { 'd:getetag': {}, 'c:calendar-data': {} },
      'd:href': urls.map((url) => new URL(url).pathname),
    },
  },
})
