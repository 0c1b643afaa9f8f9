import { fail } from '@studiohub/contract/errors.ts'
import { canListStudios, canReadStudio } from '@studiohub/contract/features/studios/policy.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { readPage, toPage } from '#platform/http/cursor.ts'
import * as queries from './queries.ts'

type PageInput = { cursor?: string | undefined; limit?: number | undefined }
const byName = (row: { name: string; id: string }) => [row.name, row.id] as const

/** Lists the studios from which a new user can choose. */
export function listPublicStudios(caller: Caller, query: PageInput) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx) => toPage(await queries.listOpenStudios(tx, { after, limit: rows }), limit, byName))
}

/** The public data of the studio with a slug or domain. */
export function resolveStudio(caller: Caller, query: { slug?: string | undefined; host?: string | undefined }) {
  const slug = query.slug?.toLowerCase() ?? null
  const host = query.host?.toLowerCase() ?? null
  return asActor(caller, async (tx) => (await queries.resolveStudio(tx, { slug, host })) ?? fail('NOT_FOUND'))
}

export function listStudios(caller: Caller, query: PageInput) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canListStudios(requireRole(actor)))
    return toPage(await queries.listStudios(tx, { after, limit: rows }), limit, byName)
  })
}

export function getStudio(caller: Caller, studio_id: string) {
  return asActor(caller, async (tx, actor) => {
    authorize(canReadStudio(requireRole(actor), studio_id))
    return (await queries.getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
  })
}
