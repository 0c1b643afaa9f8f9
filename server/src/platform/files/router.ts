import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../db/actor.ts'
import { getSmallPicture } from '../images/small-picture.ts'
import type { Clock } from '../process/clock.ts'
import { FileKey, PUBLIC_FILES, servedTypes } from './files.ts'
import { fileOfLink, SIGNED_FILES } from './links.ts'
import { getFileStore } from './open.ts'

/** The buckets whose files need no signature: everyone who knows a file's name may read it. */
const publicBuckets = new Set(['avatars', 'studio-assets'])

// A name contains the hash of the content, so the content never changes.
const CACHE_FOREVER = 'public, max-age=31536000, immutable'
// A file that is opened in its own tab must not load or run anything.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** `size=small` requests a picture for phones, see `getSmallPicture`. */
type PublicFile = { Params: { '*': string }; Querystring: { size?: string } }

type FileRoutes = {
  clock: Clock
  /** The address of the file that replaced a deleted one; null if there is none. */
  findSuccessor: (request: FastifyRequest, key: string) => Promise<string | null>
  /** Whether the person of a session may read a file now. */
  mayRead: (caller: Caller, key: string) => Promise<boolean>
}

/** Serves the files of every store, so that browsers get all files from us with the same headers. */
export async function fileRoutes(app: FastifyInstance, { clock, findSuccessor, mayRead }: FileRoutes) {
  signedFileRoutes(app, { clock, mayRead })
  app.get<PublicFile>(`${PUBLIC_FILES}/*`, async (request, reply) => {
    const key = FileKey.safeParse(request.params['*'])
    const type = key.success ? servedTypes[key.data.split('.').at(-1) ?? ''] : undefined
    if (!key.success || !type || !publicBuckets.has(key.data.split('/')[0] ?? '')) fail('NOT_FOUND')
    const isSmall = type === 'image/webp' && request.query.size === 'small'
    const etag = `"${key.data.split('/').at(-1)}${isSmall ? '-small' : ''}"`
    const headers = {
      'cache-control': CACHE_FOREVER,
      'content-security-policy': POLICY,
      // Emails and shared pages show pictures of a studio on other sites.
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    }
    if (request.headers['if-none-match'] === etag) return reply.headers(headers).removeHeader('vary').code(304).send()
    const bytes = await (isSmall ? getSmallPicture(key.data) : getFileStore().get(key.data))
    if (!bytes) {
      // Sent emails and cached pages still use the old address.
      const successor = (await findSuccessor(request, key.data)) ?? fail('NOT_FOUND')
      return reply
        .headers({ 'cache-control': 'no-cache', 'cross-origin-resource-policy': 'cross-origin' })
        .redirect(successor, 302)
    }
    return reply
      .headers({ ...headers, 'content-type': type })
      .removeHeader('vary')
      .send(Buffer.from(bytes))
  })
}

// The name of this call for the gates of sessions.
const READ_FILE_OPERATION = 'conversations.listMessages'

// Only pictures are shown. Any other file is downloaded, because it must not open at our address.
function signedFileRoutes(app: FastifyInstance, { clock, mayRead }: Pick<FileRoutes, 'clock' | 'mayRead'>) {
  app.get<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(
    `${SIGNED_FILES}/*`,
    async (request, reply) => {
      const file = fileOfLink(request.params['*'], request.query, clock.now()) ?? fail('NOT_FOUND')
      if (file.session_id !== undefined) {
        const { id: request_id, studio_id: host_studio_id } = request
        const caller = { session_id: file.session_id, request_id, host_studio_id, operation: READ_FILE_OPERATION }
        if (!(await mayRead(caller, file.key))) fail('NOT_FOUND')
      }
      const bytes = (await getFileStore().get(file.key)) ?? fail('NOT_FOUND')
      const disposition = file.content_type.startsWith('image/') ? 'inline' : 'attachment'
      return reply
        .headers({
          // A file for one session is not cached, so that nothing stays in the browser after signing out.
          'cache-control': file.session_id === undefined ? 'private, max-age=300' : 'private, no-store',
          'content-security-policy': POLICY,
          'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
          'content-type': file.content_type,
          'referrer-policy': 'no-referrer',
        })
        .send(Buffer.from(bytes))
    },
  )
}
