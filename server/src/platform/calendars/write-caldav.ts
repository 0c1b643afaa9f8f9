import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { writeCalendar } from '@studiohub/contract/shared/icalendar.ts'
import { type CalDavAccess, problemOfStatus, withCalDav } from './caldav-call.ts'
import type { CalendarWriter } from './calendar-writer.ts'
import { getObjectName } from './read-caldav.ts'
import { readCalendar } from './read-calendar.ts'

const NOT_FOUND = [404, 410]
const PRECONDITION_FAILED = 412
const ETAG_CHARACTERS = 1_000

/** The address of the object with this name. */
const urlOfObject = ({ url }: Pick<CalDavAccess, 'url'>, name: string) =>
  new URL(`${name}.ics`, url.endsWith('/') ? url : `${url}/`).href

const RANGE_MS = 10 * 366 * DAY_MS
const TIMES_MAX = 10

/** The zone of written events and of whole days, and the current time in milliseconds. */
type WriterOptions = { zone: string; now: number }

/** A writer for a calendar of a CalDAV account. */
export function createCalDavWriter(access: CalDavAccess, { zone, now }: WriterOptions): CalendarWriter {
  const contentType = 'text/calendar; charset=utf-8'
  const load = (id: string, signal: AbortSignal) =>
    withCalDav(access, signal, async (_dav, { fetch }) => {
      const answer = await fetch(urlOfObject(access, id), { headers: { accept: 'text/calendar' } })
      const text = await answer.text()
      if (NOT_FOUND.includes(answer.status)) return null
      if (!answer.ok) throw problemOfStatus(answer.status)
      return { text, etag: etagOf(answer) }
    })
  return {
    async get(id, signal) {
      const object = await load(id, signal)
      if (!object) return null
      const objects = [{ name: null, text: object.text }]
      const range = { from: now - RANGE_MS, to: now + RANGE_MS, limit: TIMES_MAX }
      const { times } = await readCalendar({ objects, zone, ...range, emails: [] })
      const [time] = times
      return { time: time ? { starts_at: time.starts_at, ends_at: time.ends_at } : null, etag: object.etag }
    },
    put: (id, { event, etag }, signal) =>
      withCalDav(access, signal, async (dav, { fetch }) => {
        const condition = etag === null ? { 'if-none-match': '*' } : { 'if-match': etag }
        const headers = { 'content-type': contentType, ...condition }
        const url = urlOfObject(access, id)
        const data = writeCalendar({ zone, events: [event] })
        const answer = await dav.createObject({ url, data, headers, fetch })
        await answer.body?.cancel()
        // If the object was deleted, some servers answer a change with 404.
        if (answer.status === PRECONDITION_FAILED || (etag !== null && NOT_FOUND.includes(answer.status)))
          return { done: false }
        if (!answer.ok) throw problemOfStatus(answer.status)
        // Without an etag in the answer, the server has changed the text that it stored. So the etag is read again.
        const version = etagOf(answer) ?? (await load(id, signal))?.etag ?? null
        return { done: true, etag: version, object: getObjectName(url) }
      }),
    remove: (id, etag, signal) =>
      withCalDav(access, signal, async (dav, { fetch }) => {
        const headers: Record<string, string> = etag === null ? {} : { 'if-match': etag }
        const answer = await dav.deleteObject({ url: urlOfObject(access, id), headers, fetch })
        await answer.body?.cancel()
        if (answer.status === PRECONDITION_FAILED) return { done: false }
        if (!answer.ok && !NOT_FOUND.includes(answer.status)) throw problemOfStatus(answer.status)
        return { done: true }
      }),
  }
}

function etagOf(answer: Response): string | null {
  const etag = answer.headers.get('etag')
  return etag !== null && etag.length <= ETAG_CHARACTERS ? etag : null
}
