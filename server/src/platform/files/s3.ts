import { createHash, createHmac } from 'node:crypto'
import { FileKey, type Files, StoreUnavailable, servedTypes } from './files.ts'

/** A bucket of an S3-compatible store. `endpoint` is the store's address without the bucket. */
export type Bucket = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const GIVE_UP_AFTER_MS = 10_000
const HEALTH_WITHIN_MS = 2_000
const HEALTHY_FOR_MS = 10_000
// This file never exists. Requesting it shows that the store answers.
const HEALTH_KEY = 'health/probe.png'
const ALGORITHM = 'AWS4-HMAC-SHA256'

/**
 * Stores uploads in an S3-compatible store (AWS, MinIO, R2, Ceph), with path-style addresses. The bucket may be private,
 * because browsers get files from us with our headers.
 */
export function s3Files(store: Bucket): Files {
  const { watched, health } = watchStore(store)
  return {
    put: (key, bytes) => watched(put(store, key, bytes)),
    get: (key) => watched(get(store, key)),
    delete: (key) => watched(remove(store, key)),
    health,
  }
}

async function put(store: Bucket, key: string, bytes: Uint8Array) {
  const answer = await call(store, 'PUT', key, { body: bytes })
  if (!answer.ok) throw await errorOf(answer, 'PUT', key)
}

async function get(store: Bucket, key: string) {
  const answer = await call(store, 'GET', key)
  if (answer.ok) {
    const bytes = await answer.arrayBuffer().catch(throwUnavailable(`the file store broke off GET ${key}`))
    return new Uint8Array(bytes)
  }
  const storeError = await errorOf(answer, 'GET', key)
  // A store without the bucket also answers 404. That is an error, not a missing file.
  if (answer.status === 404 && !storeError.message.includes('NoSuchBucket')) return null
  throw storeError
}

async function remove(store: Bucket, key: string) {
  const answer = await call(store, 'DELETE', key)
  if (!answer.ok && answer.status !== 404) throw await errorOf(answer, 'DELETE', key)
}

/** Checks whether the store answers. Monitors may ask every second; a healthy store is called at most every ten seconds. */
function watchStore(store: Bucket) {
  let healthy_at = Number.NEGATIVE_INFINITY
  let check: Promise<boolean> | null = null
  async function checkNow() {
    const isHealthy = await isAnswering(store)
    if (isHealthy) healthy_at = performance.now()
    return isHealthy
  }
  return {
    /** Returns the result of a call. After an error, the next health check calls the store. */
    watched<T>(outcome: Promise<T>): Promise<T> {
      return outcome.catch((error: unknown) => {
        if (error instanceof StoreUnavailable) healthy_at = Number.NEGATIVE_INFINITY
        throw error
      })
    },
    async health() {
      if (performance.now() - healthy_at < HEALTHY_FOR_MS) return { ok: true }
      check ??= checkNow().finally(() => {
        check = null
      })
      return (await check) ? { ok: true } : { ok: false, detail: 'The file store does not answer.' }
    },
  }
}

async function isAnswering(store: Bucket): Promise<boolean> {
  try {
    // Without the permission to list, some stores answer 403 for a file that does not exist.
    const answer = await call(store, 'GET', HEALTH_KEY, { within_ms: HEALTH_WITHIN_MS })
    return !(await answer.text()).includes('NoSuchBucket')
  } catch {
    return false
  }
}

async function errorOf(answer: Response, method: string, key: string) {
  const body = (await answer.text()).slice(0, 300)
  return new Error(`the file store refused ${method} ${key}: ${answer.status} ${body}`)
}

const throwUnavailable = (message: string) => (cause: unknown) => {
  throw new StoreUnavailable(message, { cause })
}

type Method = 'PUT' | 'GET' | 'DELETE'
type RequestOptions = { body?: Uint8Array; within_ms?: number }

/** @throws StoreUnavailable if the store does not answer, or reports an error of its own */
async function call(store: Bucket, method: Method, key: string, request: RequestOptions = {}): Promise<Response> {
  const url = new URL(`${store.endpoint.replace(/\/+$/, '')}/${store.bucket}/${FileKey.parse(key)}`)
  const type = request.body && (servedTypes[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
  const answer = await send(store, { method, url, body: request.body, type }, request.within_ms).catch(
    throwUnavailable(`the file store did not answer ${method} ${key}`),
  )
  if (answer.status < 500 && answer.status !== 429) return answer
  const cause = await errorOf(answer, method, key)
  throw new StoreUnavailable(cause.message, { cause })
}

async function send(store: Bucket, request: S3Request, within_ms = GIVE_UP_AFTER_MS) {
  return fetch(request.url, {
    method: request.method,
    headers: signedHeaders(store, request, new Date()),
    redirect: 'error',
    signal: AbortSignal.timeout(within_ms),
    ...(request.body && { body: new Uint8Array(request.body) }),
  })
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256Hex = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

type S3Request = { method: string; url: URL; body: Uint8Array | undefined; type: string | undefined }

/**
 * Signature version 4 over method, path, host, time and content. Our keys contain only letters, digits, hyphens, slashes and
 * a dot, so a path is already in canonical form, and calls have no query.
 */
function signedHeaders(store: Bucket, { method, url, body, type }: S3Request, now: Date): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const scope = `${time.slice(0, 8)}/${store.region}/s3/aws4_request`
  const headers: Record<string, string> = {
    ...(type && { 'content-type': type }),
    host: url.host,
    'x-amz-content-sha256': sha256Hex(body ?? ''),
    'x-amz-date': time,
  }
  const names = Object.keys(headers).sort()
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const signed = names.join(';')
  const canonical = [method, url.pathname, '', lines, signed, headers['x-amz-content-sha256']].join('\n')
  const toSign = [ALGORITHM, time, scope, sha256Hex(canonical)].join('\n')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${store.secretAccessKey}`)
  const signature = hmac(key, toSign).toString('hex')
  const { host: _, ...sent } = headers
  return {
    ...sent,
    authorization: `${ALGORITHM} Credential=${store.accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  }
}
