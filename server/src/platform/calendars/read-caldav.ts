import { createHash } from 'node:crypto'
import type { DAVResponse } from 'tsdav'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import {
  type CalDavAccess,
  type DavLibrary,
  problemOfStatus,
  readProperties,
  readPropertyText,
  requireAnswers,
  withCalDav,
} from './caldav-call.ts'
import type { CalendarObject } from './calendar-data.ts'
import { findZone } from './calendar-zone.ts'
import { CalendarError } from './read-calendar.ts'

const OBJECTS_MAX = 5_000
const OBJECTS_PER_CALL = 100
/** With more changes than this, reading the whole range is less work. */
const CHANGES_MAX = 500
const CHARACTERS_MAX = 10 * 1024 * 1024
const STATE_CHARACTERS = 2_000
const NOT_FOUND = 404

/** An object with its version on the server. */
type VersionedObject = CalendarObject & { name: string; etag: string | null }

/** The changes of a calendar. `state` is the server's name for the current state, for the next reading. */
export type CalDavChanges =
  | { kind: 'same' }
  | { kind: 'part'; objects: VersionedObject[]; removed: string[]; state: string; zone: string | null }
  | { kind: 'all'; objects: VersionedObject[]; isTruncated: boolean; state: string | null; zone: string | null }

type ReadInput = {
  /** The state after the last reading; null to read everything. */
  state: string | null
  /** The range to read, in milliseconds. */
  from: number
  to: number
}
type Calls = { access: CalDavAccess; dav: DavLibrary; options: { fetch: GuardedFetch } }

/**
 * Reads a calendar of a CalDAV account. If the state is the same, it reads nothing; if the server supports it (RFC 6578), only
 * the changes since the last reading; otherwise everything in the range.
 * @throws CalendarError
 */
export function readCalDav(access: CalDavAccess, input: ReadInput, signal: AbortSignal): Promise<CalDavChanges> {
  return withCalDav(access, signal, async (dav, options) => {
    const calls = { access, dav, options }
    const { state, zone } = await readState(calls)
    if (state !== null && state === input.state) return { kind: 'same' }
    const token = /^sync (.+)$/s.exec(input.state ?? '')?.[1]
    const changes = token ? await readChanges(calls, token) : null
    if (!changes) {
      const { urls, isTruncated } = await listUrls(calls, input)
      const { objects } = await readObjects(calls, urls)
      return { kind: 'all', objects, isTruncated, state, zone }
    }
    const { objects, missing } = await readObjects(calls, changes.urls)
    const removed = [...changes.removed, ...missing]
    return { kind: 'part', objects, removed, state: changes.state, zone }
  })
}

/** The name of an object in our tables: a hash, because its address may contain anything, even email addresses. */
export function getObjectName(url: string): string {
  const { pathname } = new URL(url)
  // Some servers escape the same character in one answer and not in another.
  return createHash('sha256').update(decodePath(pathname)).digest('base64url')
}

function decodePath(path: string): string {
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
  const { syncToken, getctag, calendarTimezone } = readProperties(answer)
  const [, name = ''] = /^TZID:(.+?)\r?$/m.exec(readPropertyText(calendarTimezone)) ?? []
  return {
    state: stateOf('sync', readPropertyText(syncToken)) ?? stateOf('ctag', readPropertyText(getctag)),
    zone: findZone(name.trim()),
  }
}

const stateOf = (kind: 'sync' | 'ctag', value: string) =>
  value === '' || value.length > STATE_CHARACTERS - kind.length - 1 ? null : `${kind} ${value}`

/** The changes since a state; null if the server no longer has this state, or does not return all changes. */
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
  const state = stateOf('sync', readPropertyText(first?.raw?.multistatus?.syncToken))
  const isComplete = answers.every(({ status }) => status < 500)
  if (state === null || !isComplete || answers.length > CHANGES_MAX) return null
  const [urls, removed]: [string[], string[]] = [[], []]
  for (const answer of answers) {
    const url = urlOf(access, answer)
    if (url) (answer.status === NOT_FOUND ? removed : urls).push(url)
  }
  return { urls, removed, state }
}

/** The address of an object in the calendar; null for the calendar itself and for addresses outside of it. */
function urlOf({ url }: CalDavAccess, { href }: DAVResponse): string | null {
  const base = new URL(url.endsWith('/') ? url : `${url}/`)
  const resolved = URL.parse(readPropertyText(href), base)
  const isWithin = resolved?.origin === base.origin && decodePath(resolved.pathname) !== decodePath(base.pathname)
  return resolved && isWithin ? resolved.href : null
}

const utcStamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

async function listUrls({ access, dav, options }: Calls, { from, to }: ReadInput) {
  const range = { 'time-range': { _attributes: { start: utcStamp(from), end: utcStamp(to) } } }
  const filters = {
    'comp-filter': {
      _attributes: { name: 'VCALENDAR' },
      'comp-filter': { _attributes: { name: 'VEVENT' }, ...range },
    },
  }
  const query = { url: access.url, depth: '1', props: { 'd:getetag': {} }, filters } as const
  const answers = await dav.calendarQuery({ ...query, ...options })
  const urls = answers.flatMap((answer) => urlOf(access, answer) ?? [])
  return { urls: urls.slice(0, OBJECTS_MAX), isTruncated: urls.length > OBJECTS_MAX }
}

async function readObjects({ access, dav, options }: Calls, urls: string[]) {
  const objects: VersionedObject[] = []
  const missing: string[] = []
  let characters = 0
  for (let at = 0; at < urls.length; at += OBJECTS_PER_CALL) {
    const batch = urls.slice(at, at + OBJECTS_PER_CALL)
    const answers = requireAnswers(await dav.davRequest({ url: access.url, init: multiget(dav, batch), ...options }))
    const propsOfUrl = new Map(answers.map((answer) => [urlOf(access, answer), readProperties(answer)]))
    for (const url of batch) {
      const { calendarData, getetag } = propsOfUrl.get(url) ?? {}
      const text = readPropertyText(calendarData)
      characters += text.length
      if (characters > CHARACTERS_MAX) throw new CalendarError('The calendar is too large.')
      if (text === '') missing.push(url)
      else objects.push({ name: getObjectName(url), text, etag: readPropertyText(getetag) || null })
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
