/// <reference path="./s3rver.d.ts" />
import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SignatureV4 } from '@smithy/signature-v4'
import S3rver from 's3rver'
import { freePort } from './postgres.ts'

const account = { accessKeyId: 'S3RVER', secretAccessKey: 'a secret of the tests' }
const region = 'eu-central-1'

/**
 * An S3-compatible store with one empty bucket; its data is lost when it stops. Its server accepts any version 4
 * signature, so a proxy in front checks them with AWS's own code.
 */
export async function aFileStore() {
  const directory = mkdtempSync(join(tmpdir(), 'studiohub-s3-'))
  const [port, storePort] = [await freePort(), await freePort()]
  const bucket = 'uploads'
  const store = new S3rver({
    address: '127.0.0.1',
    port: storePort,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  await store.run()
  let fault: number | 'silence' | 'hang' | null = null
  const proxy = createServer(async (request, response) => {
    const body = await buffer(request)
    if (fault === 'silence') return request.socket.destroy()
    if (fault === 'hang') return
    if (fault !== null) return response.writeHead(fault).end('<Code>InternalError</Code>')
    if (!(await isSigned(request, body))) return response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>')
    const { method = 'GET' } = request
    // Only these headers belong to the request itself and not to the connection.
    const forwarded = Object.entries(request.headers).filter(([name]) =>
      /^(authorization|content-type|x-amz-.*)$/.test(name),
    )
    const headers = Object.fromEntries(forwarded.map(([name, value]) => [name, String(value)]))
    const storeResponse = await fetch(`http://127.0.0.1:${storePort}${request.url}`, {
      method,
      headers,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    return response.writeHead(storeResponse.status).end(Buffer.from(await storeResponse.arrayBuffer()))
  })
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${port}`
  return {
    env: variablesOf(endpoint, bucket),
    /** Makes every call fail with a status, or hang, until it is called with null. */
    breakWith(newFault: typeof fault) {
      fault = newFault
    },
    settings: { endpoint, region, bucket, ...account },
    async stop() {
      proxy.closeAllConnections()
      proxy.close()
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The environment variables for a server that uses this store. */
const variablesOf = (endpoint: string, bucket: string) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: account.accessKeyId,
  S3_SECRET_ACCESS_KEY: account.secretAccessKey,
})

/** The hash implementation for AWS's code. */
class Sha256 {
  private readonly hash
  constructor(secret?: Uint8Array | string) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret)
  }
  update(chunk: Uint8Array | string) {
    this.hash.update(chunk)
  }
  digest = async () => new Uint8Array(this.hash.digest())
  reset() {}
}

const signer = new SignatureV4({
  credentials: account,
  region,
  service: 's3',
  sha256: Sha256 as never,
  uriEscapePath: false,
  applyChecksum: false,
})

/** Whether the signature of a request matches the one that AWS's code computes over its signed headers. */
async function isSigned(request: IncomingMessage, body: Buffer): Promise<boolean> {
  const { authorization = '', 'x-amz-date': time = '', 'x-amz-content-sha256': hash } = request.headers
  if (hash !== createHash('sha256').update(body).digest('hex')) return false
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return false
  const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]))
  const signingDate = new Date(String(time).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const { method = 'GET', url = '/' } = request
  const [hostname = '', port] = String(request.headers.host).split(':')
  const { pathname: path, searchParams } = new URL(url, 'http://store.example')
  const query = Object.fromEntries(searchParams)
  const input = { method, protocol: 'http:', hostname, port: Number(port), path, headers, query, body }
  const signed: unknown = await signer.sign(input as never, { signingDate })
  return (signed as { headers: Record<string, string> }).headers.authorization === authorization
}
