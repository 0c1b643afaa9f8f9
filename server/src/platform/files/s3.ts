import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { DomUtils, parseDocument } from 'htmlparser2'
import { FileKey, type Files, type ListedFile, StoreUnavailableError, servedTypes } from './files.ts'

/** A bucket of an S3-compatible store. `endpoint` is the store's address without the bucket. */
export type Bucket = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const TIMEOUT_MS = 10_000
const HEALTH_WITHIN_MS = 2_000
const HEALTHY_FOR_MS = 10_000
// This file never exists. Requesting it shows that the store answers.
const HEALTH_KEY = 'health/probe.png'

/**
 * Stores uploads in an S3-compatible store (AWS, MinIO, R2, Ceph), with path-style addresses. The bucket may be private,
 * because browsers get files from us with our headers.
 */
export function createS3Files(store: Bucket): Files {
  const { watch, health } = watchStore(store)
  return {
    put: (key, bytes) => watch(put(store, key, bytes)),
    get: (key) => watch(get(store, key)),
    delete: (key) => watch(remove(store, key)),
    list: (bucket) => list(store, bucket),
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

/** Lists the files page by page. */
async function* list(store: Bucket, bucket: string): AsyncGenerator<ListedFile> {
  for (let after = ''; ; ) {
    const answer = await callStore(store, 'GET', addressOfList(store, bucket, after))
    if (!answer.ok) throw await errorOf(answer, 'GET', `the list of ${bucket}`)
    const text = await answer.text().catch(throwUnavailable(`the file store broke off the list of ${bucket}`))
    const { files, isTruncated } = parseList(text)
    yield* files.filter(({ key }) => FileKey.safeParse(key).success)
    const last = files.at(-1)
    if (!last || !isTruncated) return
    after = last.key
  }
}

/** Reads one page of a list: `<ListBucketResult>` with an `<IsTruncated>` and a `<Contents>` for each file. */
function parseList(xml: string): { files: ListedFile[]; isTruncated: boolean } {
  const { children } = parseDocument(xml, { xmlMode: true })
  const find = (name: string, within: typeof children) => DomUtils.getElementsByTagName(name, within)
  const textOf = (name: string, within: typeof children) => DomUtils.textContent(find(name, within))
  const files = find('Contents', children).map((entry) => ({
    key: textOf('Key', entry.children),
    stored_at: new Date(textOf('LastModified', entry.children)),
  }))
  return { files, isTruncated: textOf('IsTruncated', children) === 'true' }
}

/** The address of version 1 of this call, which every store supports. */
function addressOfList(store: Bucket, bucket: string, after: string): URL {
  const query = new URLSearchParams({ ...(after && { marker: after }), prefix: `${bucket}/` })
  return new URL(`${store.endpoint.replace(/\/+$/, '')}/${store.bucket}?${query}`)
}

/** Checks whether the store answers. Monitors may ask every second; a healthy store is called at most every ten seconds. */
function watchStore(store: Bucket) {
  let healthy_at = Number.NEGATIVE_INFINITY
  let check: Promise<boolean> | null = null
  async function checkNow() {
    const isHealthy = await doesAnswer(store)
    if (isHealthy) healthy_at = performance.now()
    return isHealthy
  }
  return {
    /** Passes the result of a call on. After an outage, the next health check calls the store. */
    watch<T>(outcome: Promise<T>): Promise<T> {
      return outcome.catch((error: unknown) => {
        if (error instanceof StoreUnavailableError) healthy_at = Number.NEGATIVE_INFINITY
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

async function doesAnswer(store: Bucket): Promise<boolean> {
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
  throw new StoreUnavailableError(message, { cause })
}

type Method = 'PUT' | 'GET' | 'DELETE'
type RequestOptions = { body?: Uint8Array; within_ms?: number }

/** @throws StoreUnavailableError if the store does not answer, or reports an error of its own */
function call(store: Bucket, method: Method, key: string, request: RequestOptions = {}): Promise<Response> {
  const url = new URL(`${store.endpoint.replace(/\/+$/, '')}/${store.bucket}/${FileKey.parse(key)}`)
  const type = request.body && (servedTypes[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
  return callStore(store, method, url, { ...request, type })
}

async function callStore(
  store: Bucket,
  method: Method,
  url: URL,
  { body, type, within_ms }: RequestOptions & { type?: string | undefined } = {},
): Promise<Response> {
  const answer = await send(store, { method, url, body, type }, within_ms).catch(
    throwUnavailable(`the file store did not answer ${method} ${url.pathname}`),
  )
  if (answer.status < 500 && answer.status !== 429) return answer
  const cause = await errorOf(answer, method, url.pathname)
  throw new StoreUnavailableError(cause.message, { cause })
}

type S3Request = { method: Method; url: URL; body: Uint8Array | undefined; type: string | undefined }

async function send(store: Bucket, { method, url, body, type }: S3Request, within_ms = TIMEOUT_MS) {
  const { accessKeyId, secretAccessKey, region } = store
  const headers = {
    ...(type && { 'content-type': type }),
    // Without this header the signer leaves out the content, and a changed body would have a valid signature.
    'x-amz-content-sha256': createHash('sha256')
      .update(body ?? '')
      .digest('hex'),
  }
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers,
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
  })
  const signed = await signer.sign()
  return fetch(signed.url, {
    method,
    headers: signed.headers,
    redirect: 'error',
    signal: AbortSignal.timeout(within_ms),
    ...(body && { body: new Uint8Array(body) }),
  })
}
