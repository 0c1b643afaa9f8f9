import { createHash, createHmac } from 'node:crypto'
import { FileKey, type Files, servedTypes } from './files.ts'

/** A bucket of an S3-compatible store; `endpoint` is the store's address, without the bucket. */
export type Bucket = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const GIVE_UP_AFTER_MS = 10_000
const ALGORITHM = 'AWS4-HMAC-SHA256'

/**
 * Uploads in an S3-compatible store (AWS, MinIO, R2, Ceph), addressed by path. The bucket may stay private: browsers get
 * files from us, with our headers, and never from there.
 */
export function s3Files(store: Bucket): Files {
  return {
    async put(key, bytes) {
      const answer = await call(store, 'PUT', key, bytes)
      if (!answer.ok) throw await refused(answer, 'PUT', key)
    },
    async get(key) {
      const answer = await call(store, 'GET', key)
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer())
      const refusal = await refused(answer, 'GET', key)
      // A store without the bucket answers 404 too, and is no store without the file.
      if (answer.status === 404 && !refusal.message.includes('NoSuchBucket')) return null
      throw refusal
    },
    async delete(key) {
      const answer = await call(store, 'DELETE', key)
      if (!answer.ok && answer.status !== 404) throw await refused(answer, 'DELETE', key)
    },
  }
}

async function refused(answer: Response, method: string, key: string) {
  const said = (await answer.text()).slice(0, 300)
  return new Error(`the file store refused ${method} ${key}: ${answer.status} ${said}`)
}

async function call(store: Bucket, method: 'PUT' | 'GET' | 'DELETE', key: string, body?: Uint8Array) {
  const url = new URL(`${store.endpoint.replace(/\/+$/, '')}/${store.bucket}/${FileKey.parse(key)}`)
  const type = body && (servedTypes[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
  const headers = signedHeaders(store, { method, url, body, type }, new Date())
  return fetch(url, {
    method,
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(GIVE_UP_AFTER_MS),
    ...(body && { body: new Uint8Array(body) }),
  })
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256Hex = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

type Call = { method: string; url: URL; body: Uint8Array | undefined; type: string | undefined }

/**
 * Signature version 4 over method, path, host, time and content. Our keys hold letters, digits, hyphens, slashes and a
 * dot, so a path is its own canonical form, and no call has a query.
 */
function signedHeaders(store: Bucket, { method, url, body, type }: Call, now: Date): Record<string, string> {
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
