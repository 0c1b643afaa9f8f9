import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One event of a calendar: its time in UTC, and additional lines of iCalendar. */
export type TestEvent = { starts_at: string; ends_at: string; title?: string; lines?: readonly string[]; uid?: string }

const utcStamp = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '')

/** A calendar as a file. */
export const aCalendarText = (events: readonly TestEvent[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test',
    ...events.flatMap(({ starts_at, ends_at, title = 'Busy', lines = [], uid }, index) => [
      'BEGIN:VEVENT',
      `UID:${uid ?? `${index}@other.example`}`,
      `DTSTART:${utcStamp(starts_at)}`,
      `DTEND:${utcStamp(ends_at)}`,
      `SUMMARY:${title}`,
      ...lines,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** A calendar server for tests with one calendar. `fixedResponse` can be changed; `calls` has the headers of all calls. */
export async function aCalendarServer() {
  const calls: IncomingHttpHeaders[] = []
  const fixedResponse: { text: string; status: number; send: ((response: ServerResponse) => void) | null } = {
    text: aCalendarText([]),
    status: 200,
    send: null,
  }
  const server = createServer((request, response) => {
    calls.push(request.headers)
    if (fixedResponse.send) return fixedResponse.send(response)
    const etag = `"${Buffer.from(fixedResponse.text).length}-${fixedResponse.text.length}"`
    const isUnchanged = fixedResponse.status === 200 && request.headers['if-none-match'] === etag
    if (isUnchanged) return response.writeHead(304).end()
    response.writeHead(fixedResponse.status, { 'content-type': 'text/calendar', etag }).end(fixedResponse.text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/secret-canary/basic.ics`,
    host: `127.0.0.1:${port}`,
    calls,
    fixedResponse,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
