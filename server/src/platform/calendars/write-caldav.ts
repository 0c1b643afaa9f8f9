import { type CalDavAccess, problemOfStatus, withCalDav } from './caldav-call.ts'

const NOT_FOUND = [404, 410]
const PRECONDITION_FAILED = 412
const ETAG_CHARACTERS = 1_000

/** An object of a calendar on its server. */
export type StoredObject = { text: string; etag: string | null }
/** What a change met: `changed` if the object on the server is another one than the caller knows, and nothing was done. */
export type WriteOutcome = { done: true; etag: string | null } | { done: false }

/** Writes objects into one calendar. Each change names the version that it replaces; null: nothing is there yet. */
export type CalendarWriter = {
  get(name: string, signal: AbortSignal): Promise<StoredObject | null>
  put(name: string, change: { text: string; etag: string | null }, signal: AbortSignal): Promise<WriteOutcome>
  remove(name: string, etag: string | null, signal: AbortSignal): Promise<WriteOutcome>
}

/** The address of the object with this name. */
export const urlOfObject = ({ url }: Pick<CalDavAccess, 'url'>, name: string) =>
  new URL(`${name}.ics`, url.endsWith('/') ? url : `${url}/`).href

/** Writes into a calendar of a CalDAV account. Its methods throw CalendarProblem. */
export function calDavWriter(access: CalDavAccess): CalendarWriter {
  const contentType = 'text/calendar; charset=utf-8'
  const get: CalendarWriter['get'] = (name, signal) =>
    withCalDav(access, signal, async (_dav, { fetch }) => {
      const answer = await fetch(urlOfObject(access, name), { headers: { accept: 'text/calendar' } })
      const text = await answer.text()
      if (NOT_FOUND.includes(answer.status)) return null
      if (!answer.ok) throw problemOfStatus(answer.status)
      return { text, etag: etagOf(answer) }
    })
  return {
    get,
    put: (name, { text, etag }, signal) =>
      withCalDav(access, signal, async (dav, { fetch }) => {
        const condition = etag === null ? { 'if-none-match': '*' } : { 'if-match': etag }
        const headers = { 'content-type': contentType, ...condition }
        const answer = await dav.createObject({ url: urlOfObject(access, name), data: text, headers, fetch })
        await answer.body?.cancel()
        // A changed object: 404 if it was deleted, because some servers look for it first.
        if (answer.status === PRECONDITION_FAILED || (etag !== null && NOT_FOUND.includes(answer.status)))
          return { done: false }
        if (!answer.ok) throw problemOfStatus(answer.status)
        // Servers that store another text than they got name no version.
        return { done: true, etag: etagOf(answer) ?? (await get(name, signal))?.etag ?? null }
      }),
    remove: (name, etag, signal) =>
      withCalDav(access, signal, async (dav, { fetch }) => {
        const headers: Record<string, string> = etag === null ? {} : { 'if-match': etag }
        const answer = await dav.deleteObject({ url: urlOfObject(access, name), headers, fetch })
        await answer.body?.cancel()
        if (answer.status === PRECONDITION_FAILED) return { done: false }
        if (!answer.ok && !NOT_FOUND.includes(answer.status)) throw problemOfStatus(answer.status)
        return { done: true, etag: null }
      }),
  }
}

function etagOf(answer: Response): string | null {
  const etag = answer.headers.get('etag')
  return etag !== null && etag.length <= ETAG_CHARACTERS ? etag : null
}
