import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { aCalendarClient, CALDAV_PASSWORD, CALDAV_USER } from './caldav-client.ts'

type StoredObject = { body: string; etag: string; change: number }
type Calendar = { name: string; objects: Map<string, StoredObject>; removed: Map<string, number>; changes: number }
type CalDavOffers = { sync: boolean; writing: boolean; oldest: number; waitSeconds: number | null }
type Reply = { status: number; body?: string; headers?: Record<string, string> }

const authorization = `Basic ${Buffer.from(`${CALDAV_USER}:${CALDAV_PASSWORD}`).toString('base64')}`
const escapeXml = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')
const multistatus = (...parts: string[]): Reply => ({
  status: 207,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  body: `<?xml version="1.0"?>
<D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/">${parts.join('')}</D:multistatus>`,
})
const foundProps = (href: string, props: string) =>
  `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${props}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`
const missingObject = (href: string) =>
  `<D:response><D:href>${href}</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>`

/**
 * A CalDAV server (RFC 4791 and 6578) with one account and its calendars "Private" and "Work". `offers.sync`: whether it lists
 * the changes since a token. `offers.writing`: whether it has space. `offers.waitSeconds`: how long callers must wait.
 * `calls`: the method and path of each call. `hooks.before`: runs before each response.
 */
export async function aCalDavServer() {
  const calendars = new Map<string, Calendar>(
    ['Private', 'Work'].map((name) => [`/sam/${name.toLowerCase()}/`, emptyCalendar(name)]),
  )
  const calls: string[] = []
  const offers: CalDavOffers = { sync: true, writing: true, oldest: 0, waitSeconds: null }
  const hooks: { before: ((method: string, path: string) => Promise<void>) | null } = { before: null }
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://server.example').pathname
    calls.push(`${request.method} ${path}`)
    const body = await text(request)
    await hooks.before?.(request.method ?? '', path)
    const { waitSeconds } = offers
    if (waitSeconds !== null) return send(response, { status: 429, headers: { 'retry-after': String(waitSeconds) } })
    send(response, request.headers.authorization === authorization ? handle(request, path, body) : { status: 401 })
  })
  const handle = (request: IncomingMessage, path: string, body: string): Reply => {
    const calendar = calendars.get(path)
    if (request.method === 'PROPFIND')
      return describe({ path, calendar, calendars, depth: request.headers.depth, offers })
    if (request.method === 'REPORT') return calendar ? report(path, calendar, body, offers) : { status: 404 }
    const [folder, name] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)]
    const parent = calendars.get(folder)
    if (request.method === 'PUT' && !offers.writing) return { status: 507 }
    return parent && name ? changeObject(parent, name, request, body) : { status: 404 }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  return {
    ...aCalendarClient(url),
    calls,
    hooks,
    offers,
    /** Makes the server forget all older states. */
    forgetTokens: () => {
      offers.oldest = Math.max(...[...calendars.values()].map(({ changes }) => changes)) + 1
      for (const calendar of calendars.values()) calendar.changes = offers.oldest
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const emptyCalendar = (name: string): Calendar => ({ name, objects: new Map(), removed: new Map(), changes: 0 })

function send(response: ServerResponse, { status, body = '', headers = {} }: Reply): void {
  const challenge = status === 401 ? { 'www-authenticate': 'Basic realm="calendars"' } : {}
  response.writeHead(status, { ...headers, ...challenge }).end(body)
}

type Offers = { sync: boolean; oldest: number }
type DescribedObject = {
  path: string
  calendar: Calendar | undefined
  calendars: ReadonlyMap<string, Calendar>
  depth: string | string[] | undefined
  offers: Offers
}

function describe({ path, calendar, calendars, depth, offers }: DescribedObject): Reply {
  const propsOf = ({ name, changes }: Calendar) =>
    `<D:resourcetype><D:collection/><C:calendar/></D:resourcetype><D:displayname>${name}</D:displayname>
    <C:supported-calendar-component-set><C:comp name="VEVENT"/></C:supported-calendar-component-set>
    <S:getctag>"c${changes}"</S:getctag>${offers.sync ? `<D:sync-token>urn:state:${changes}</D:sync-token>` : ''}`
  if (path === '/.well-known/caldav') return { status: 301, headers: { location: '/' } }
  if (calendar) return multistatus(foundProps(path, propsOf(calendar)))
  const accountProps = `<D:resourcetype><D:collection/></D:resourcetype>
    <D:current-user-principal><D:href>/sam/</D:href></D:current-user-principal>
    <C:calendar-home-set><D:href>/sam/</D:href></C:calendar-home-set>
    <C:calendar-user-address-set><D:href>mailto:sam@calendar.example</D:href></C:calendar-user-address-set>`
  if (path !== '/' && path !== '/sam/') return { status: 404 }
  const children =
    depth === '1' && path === '/sam/' ? [...calendars].map(([href, child]) => foundProps(href, propsOf(child))) : []
  return multistatus(foundProps(path, accountProps), ...children)
}

function report(path: string, calendar: Calendar, body: string, offers: Offers): Reply {
  const { objects, removed, changes } = calendar
  const etagOf = ({ etag }: StoredObject) => `<D:getetag>${escapeXml(etag)}</D:getetag>`
  if (body.includes('sync-collection')) {
    const since = Number(/urn:state:(\d+)/.exec(body)?.[1])
    if (!offers.sync || !(since >= offers.oldest)) return { status: 403, body: '<D:error/>' }
    const changed = [...objects].filter(([, object]) => object.change > since)
    const deleted = [...removed].filter(([, change]) => change > since)
    return multistatus(
      ...changed.map(([name, object]) => foundProps(path + name, etagOf(object))),
      ...deleted.map(([name]) => missingObject(path + name)),
      `<D:sync-token>urn:state:${changes}</D:sync-token>`,
    )
  }
  if (body.includes('calendar-query'))
    return multistatus(...[...objects].map(([name, object]) => foundProps(path + name, etagOf(object))))
  const hrefs = [...body.matchAll(/<(?:\w+:)?href>([^<]+)</g)].map(([, href = '']) => href)
  return multistatus(
    ...hrefs.map((href) => {
      const object = objects.get(href.slice(path.length))
      return object
        ? foundProps(href, `${etagOf(object)}<C:calendar-data>${escapeXml(object.body)}</C:calendar-data>`)
        : missingObject(href)
    }),
  )
}

function changeObject(calendar: Calendar, name: string, { method, headers }: IncomingMessage, body: string): Reply {
  const { objects, removed } = calendar
  const current = objects.get(name)
  if (method === 'GET' || method === 'HEAD')
    return current
      ? { status: 200, body: current.body, headers: { etag: current.etag, 'content-type': 'text/calendar' } }
      : { status: 404 }
  const [match, noneMatch] = [headers['if-match'], headers['if-none-match']]
  if (match !== undefined && match !== current?.etag) return { status: 412 }
  if (noneMatch === '*' && current) return { status: 412 }
  calendar.changes += 1
  if (method === 'DELETE') {
    if (!current) return { status: 404 }
    objects.delete(name)
    removed.set(name, calendar.changes)
    return { status: 204 }
  }
  if (method !== 'PUT') return { status: 405 }
  const etag = `"${createHash('sha256').update(`${calendar.changes} ${body}`).digest('hex').slice(0, 16)}"`
  objects.set(name, { body, etag, change: calendar.changes })
  removed.delete(name)
  return { status: current ? 204 : 201, headers: { etag } }
}
