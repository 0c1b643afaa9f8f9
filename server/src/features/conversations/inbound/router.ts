import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Clock } from '#platform/process/clock.ts'
import { receiveMail } from './service.ts'

/** A report without files. */
const SMALL_BYTES = 512 * 1024
/** The total size of files in one email that we accept, in megabytes. */
const MAIL_FILES_MB = 25
// A report is in memory while it is read, before its signature can be checked.
const LARGE_REPORTS_MAX = 2

/** The largest report, with files in base64. A larger one is rejected by its Content-Length, or while it is read. */
const maxReportBytes = (file_mb: number) =>
  SMALL_BYTES + Math.ceil((Math.max(MAIL_FILES_MB, file_mb) * 1024 * 1024 * 4) / 3)

const isLarge = ({ headers }: FastifyRequest) => !(Number(headers['content-length']) <= SMALL_BYTES)
const isUnsigned = ({ headers }: FastifyRequest) => !headers['webhook-signature'] || !headers['webhook-timestamp']

type Options = { clock: Clock; file_mb: number }

/** `POST /inbound-mail`: replies by email. The signature covers the exact bytes. */
export const inboundMail: FastifyPluginAsync<Options> = async (app, { clock, file_mb }) => {
  const largeRequests = new Set<FastifyRequest>()
  app.addHook('onRequest', async (request) => {
    if (!isLarge(request)) return
    if (isUnsigned(request)) fail('BAD_SIGNATURE')
    if (largeRequests.size >= LARGE_REPORTS_MAX) fail('UNAVAILABLE')
    largeRequests.add(request)
  })
  const releaseRequest = async (request: FastifyRequest) => {
    largeRequests.delete(request)
  }
  app.addHook('onResponse', releaseRequest)
  app.addHook('onRequestAbort', releaseRequest)
  app.addHook('onTimeout', releaseRequest)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: maxReportBytes(file_mb) },
    async (_request: unknown, body: unknown) => body,
  )
  app.post('/inbound-mail', async (request, reply) => {
    request.operation = 'conversations.receiveMail'
    const body = typeof request.body === 'string' ? request.body : ''
    const call = { headers: request.headers, body, request_id: request.id, now: clock.now() }
    return reply.header('cache-control', 'no-store').send({ result: await receiveMail(call) })
  })
}
