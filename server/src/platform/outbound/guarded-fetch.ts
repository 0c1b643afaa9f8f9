import { type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { computeOnce } from '@studiohub/contract/shared/compute-once.ts'
import type { Agent, Response as LibraryResponse } from 'undici'
import type { Config } from '../config/config.ts'
import { createSetting } from '../process/setting.ts'
import { type AllowList, isCallable } from './addresses.ts'
import { OutboundError, toOutboundError } from './outbound-error.ts'

/** The limits of one kind of call. */
export type OutboundLimits = {
  /** The time limit for everything together: connecting, redirects, headers and the full body. */
  withinMs: number
  /** The size of the body, both as sent and decompressed. */
  maxBytes: number
}

/** Has the type of the global `fetch`, so libraries that accept a `fetch` can use it. @throws OutboundError */
export type GuardedFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

const REDIRECTS_MAX = 5
const HEADER_BYTES = 16_384
const CONNECT_TIMEOUT_MS = 10_000
/** The limit for all calls. Each caller has its own smaller limit. */
const BODY_BYTES_MAX = 64 * 1024 * 1024

type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void

type Guard = { allow: AllowList; lookup?: Lookup; ca?: string }

// Loaded when it is first needed, because it has a hundred modules and most starts do not need it.
const loadLibrary = () => import('undici')

const agentOfProcess = createSetting<() => Promise<Agent>>('setOutboundAllow')

/** Sets the addresses that this process may call; called once at start. */
export function setOutboundAllow({ outboundAllow }: Pick<Config, 'outboundAllow'>): void {
  agentOfProcess.set(computeOnce(() => guardedAgent({ allow: outboundAllow })))
}

/**
 * A `fetch` for addresses that people enter. It calls only public addresses and those of `OUTBOUND_ALLOW`. Never call it
 * while a transaction is open.
 */
export const guardedFetch = (limits: OutboundLimits): GuardedFetch => fetchWith(() => agentOfProcess.get()(), limits)

/**
 * An agent whose connections check the address while connecting. If it was checked earlier, the name server could return a
 * different address for the connection (DNS rebinding).
 */
export async function guardedAgent({ allow, lookup = systemLookup, ca }: Guard): Promise<Agent> {
  const { Agent, buildConnector } = await loadLibrary()
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    allowH2: false,
    lookup: guardedLookup(allow, lookup),
    ...(ca && { ca }),
  })
  return new Agent({
    maxHeaderSize: HEADER_BYTES,
    maxResponseSize: BODY_BYTES_MAX,
    connect(options, done) {
      const { hostname } = options
      // An IP address needs no lookup, so it is checked here.
      const isForbidden = isIP(hostname) !== 0 && !isCallable(hostname, allow)
      if (isForbidden) done(new OutboundError('address'), null)
      else connect(options, done)
    },
  })
}

function guardedLookup(allow: AllowList, lookup: Lookup): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      const isHostAllowed = allow.hosts.has(hostname.toLowerCase().replace(/\.$/, ''))
      const callable = addresses.filter(({ address }) => isHostAllowed || isCallable(address, allow))
      const [first] = callable
      if (!first) return done(new OutboundError('address'), [])
      return options.all ? done(null, callable) : done(null, first.address, first.family)
    })
  }
}

/** A `fetch` that uses the connections of an agent. */
export const fetchWith =
  (agent: () => Promise<Agent>, { withinMs, maxBytes }: OutboundLimits): GuardedFetch =>
  async (input, init) => {
    const request = requestOf(input, init)
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(withinMs)])
    // A redirect may need the body again, but a stream can be read only once.
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : null
    try {
      const hop = { url: request.url, method: request.method, headers: new Headers(request.headers), body }
      return await follow(hop, { dispatcher: await agent(), signal, redirect: request.redirect, maxBytes })
    } catch (error) {
      // An abort by the caller is not an error of the server.
      request.signal.throwIfAborted()
      throw toOutboundError(error)
    }
  }

function requestOf(input: string | URL | Request, init: RequestInit | undefined): Request {
  try {
    const request = new Request(input, init)
    if (/^https?:/.test(request.url)) return request
  } catch (error) {
    throw new OutboundError('url', { cause: error })
  }
  throw new OutboundError('url')
}

type OutboundRequest = { url: string; method: string; headers: Headers; body: Buffer | null }
type FollowOptions = { dispatcher: Agent; signal: AbortSignal; redirect: Request['redirect']; maxBytes: number }

async function follow(
  first: OutboundRequest,
  { dispatcher, signal, redirect, maxBytes }: FollowOptions,
): Promise<Response> {
  const { fetch: libraryFetch } = await loadLibrary()
  let hop = first
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const { method, body } = hop
    const headers = [...hop.headers]
    const answer = await libraryFetch(hop.url, { method, headers, body, dispatcher, signal, redirect: 'manual' })
    const location = redirectStatuses.includes(answer.status) ? answer.headers.get('location') : null
    if (location === null || redirect === 'manual') return boundedResponse(answer, hop.url, maxBytes)
    await answer.body?.cancel()
    if (redirect === 'error') break
    hop = nextHop(hop, answer.status, location)
  }
  throw new OutboundError('redirects')
}

const redirectStatuses = [301, 302, 303, 307, 308]

/** Headers without secrets, which are safe to send to another server. */
const harmlessHeaders = ['accept', 'accept-language', 'depth', 'user-agent']

function nextHop(hop: OutboundRequest, status: number, location: string): OutboundRequest {
  const from = new URL(hop.url)
  const to = URL.parse(location, from)
  if (!to || !/^https?:$/.test(to.protocol) || to.username || to.password) throw new OutboundError('url')
  if (from.protocol === 'https:' && to.protocol === 'http:') throw new OutboundError('downgrade')
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status <= 302 && hop.method === 'POST'
  const next = becomesGet
    ? { ...hop, method: 'GET', body: null, headers: withoutBodyHeaders(hop.headers), url: to.href }
    : { ...hop, url: to.href }
  if (to.origin === from.origin) return next
  if (next.body) throw new OutboundError('other-origin')
  return { ...next, headers: new Headers([...next.headers].filter(([name]) => harmlessHeaders.includes(name))) }
}

const withoutBodyHeaders = (headers: Headers) =>
  new Headers([...headers].filter(([name]) => !name.startsWith('content-')))

const statusesWithoutBody = [204, 205, 304]

/** The answer as the runtime's own `Response`. Reading its body fails beyond the limit. */
function boundedResponse(answer: LibraryResponse, url: string, maxBytes: number): Response {
  const { status, statusText } = answer
  const isEmpty = !answer.body || statusesWithoutBody.includes(status)
  const body = isEmpty || !answer.body ? null : streamOf(boundedChunks(answer.body, maxBytes))
  const response = new Response(body, { status, statusText, headers: [...answer.headers] })
  return Object.defineProperty(response, 'url', { value: url })
}

// The browser types, which the tests use too, do not have `ReadableStream.from` yet.
const streamOf = (chunks: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })

async function* boundedChunks(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.byteLength
      if (size > maxBytes) throw new OutboundError('too-large')
      yield chunk
    }
  } catch (error) {
    throw toOutboundError(error)
  }
}
