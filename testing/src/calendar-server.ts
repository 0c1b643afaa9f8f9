import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One event of a calendar: its time in UTC, and further lines. */
export type TestEvent = { starts_at: string; ends_at: string; title?: string; lines?: readonly string[]; uid?: string }

const stamp = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '')

/** A calendar as a file. */
export const aCalendarText = (events: readonly TestEvent[]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test'],
    ...events.flatMap(({ starts_at, ends_at, title = 'Busy', lines = [], uid }, index) => [
      ...['BEGIN:VEVENT', `UID:${uid ?? `${index}@other.example`}`],
      ...[`DTSTART:${stamp(starts_at)}`, `DTEND:${stamp(ends_at)}`, `SUMMARY:${title}`, ...lines, 'END:VEVENT'],
    ]),
    ...['END:VCALENDAR', ''],
  ].join('\r\n')

/** A server with one calendar, for tests: what it answers, and who asked. */
export async function aCalendarServer() {
  const calls: IncomingHttpHeaders[] = []
  const answer: { text: string; status: number; send: ((response: ServerResponse) => void) | null } = {
    text: aCalendarText([]),
    status: 200,
    send: null,
  }
  const server = createServer((request, response) => {
    calls.push(request.headers)
    if (answer.send) return answer.send(response)
    const etag = `"${Buffer.from(answer.text).length}-${answer.text.length}"`
    const isKnown = answer.status === 200 && request.headers['if-none-match'] === etag
    if (isKnown) return response.writeHead(304).end()
    response.writeHead(answer.status, { 'content-type': 'text/calendar', etag }).end(answer.text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/secret-canary/basic.ics`,
    host: `127.0.0.1:${port}`,
    calls,
    answer,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
