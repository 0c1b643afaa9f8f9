import { randomUUID } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import { canExportStudio } from '@studiohub/contract/features/studio-exports/policy.ts'
import type { StudioExport, StudioExportLink } from '@studiohub/contract/features/studio-exports/schema.ts'
import {
  STUDIO_EXPORT_LINK_MINUTES,
  STUDIO_EXPORT_SIGN_IN_HOURS,
  STUDIO_EXPORTS_PER_DAY,
} from '@studiohub/contract/features/studio-exports/words.ts'
import { DAY_MS, MINUTE_MS } from '@studiohub/contract/shared/durations.ts'
import { requireRecentSignIn } from '#features/auth/sessions/require-recent-sign-in.ts'
import { queueExportRequested } from '#features/emails/export-jobs.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { isMac, mac } from '#platform/auth/secrets.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { readFromParts } from '#platform/files/store-in-parts.ts'
import { buildHomeUrl } from '#platform/hosts/home.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { writeExport } from './jobs.ts'
import * as queries from './queries.ts'

const EXPORTS_LISTED_MAX = 20
const PURPOSE = 'studio-export-link'
const BROWSER_PURPOSE = 'studio-export-browser'
const COOKIE = 'studiohub-export'

/** The path under which exports are downloaded. */
export const EXPORTS_PATH = '/storage/v1/exports'

type Row = Awaited<ReturnType<typeof queries.listExports>>[number]

const toExport = ({ parts: _, ...row }: Row): StudioExport => row

/** Lists the exports of a studio, newest first. */
export function listStudioExports(caller: Caller, studio_id: string): Promise<{ items: StudioExport[] }> {
  return asActor(caller, async (tx, actor) => {
    authorize(canExportStudio(requireRole(actor), studio_id))
    return { items: (await queries.listExports(tx, studio_id, EXPORTS_LISTED_MAX)).map(toExport) }
  })
}

/**
 * Requests an export of all data of a studio. All admins get an email now. The caller gets another one when it is ready.
 * @throws AppError EXPORT_RUNNING, RATE_LIMITED
 */
export function createStudioExport(caller: Caller, studio_id: string, now: Date): Promise<StudioExport> {
  return asActor(caller, async (tx, actor) => {
    authorize(canExportStudio(requireRole(actor), studio_id))
    const { user_id } = await requireRecentSignIn(tx, actor, { caller, now, hours: STUDIO_EXPORT_SIGN_IN_HOURS })
    // Without the lock, two calls at the same time could exceed the limit.
    await lock(tx, 'studio', studio_id)
    if (await queries.isExportWaiting(tx, studio_id)) fail('EXPORT_RUNNING')
    const since = new Date(now.getTime() - DAY_MS).toISOString()
    if ((await queries.countExports(tx, studio_id, since)) >= STUDIO_EXPORTS_PER_DAY)
      fail('RATE_LIMITED', {
        message: `A studio can be exported ${STUDIO_EXPORTS_PER_DAY} times in 24 hours. Download an earlier export, or try again tomorrow.`,
      })
    const id = randomUUID()
    await queries.insertExport(tx, { id, studio_id, requested_by: user_id, created_at: now.toISOString() })
    const target = { studio_id, object_type: 'studio_export', object_id: id, request_id: caller.request_id }
    await audit(tx, actor, { ...target, action: 'studioExports.create', after: { id } })
    publish(tx, { studio_id, topic: 'studio-exports', id, client_id: null })
    const created = (await queries.getListedExport(tx, id)) ?? fail('INTERNAL')
    await actAs(tx, 'system')
    await queueExportRequested(tx, { studio_id, by_id: user_id, at: now.toISOString() })
    await enqueue(tx, writeExport, { export_id: id })
    return toExport(created)
  })
}

/**
 * Creates a link to an export that works only in this session and this browser, because it needs the cookie. It works for an
 * hour, so that an interrupted download can continue.
 */
export function createStudioExportLink(
  caller: Caller,
  id: string,
  now: Date,
): Promise<{ link: StudioExportLink; cookie: string }> {
  return asActor(caller, async (tx, actor) => {
    const exportRow = (await queries.getExport(tx, id)) ?? fail('NOT_FOUND')
    authorize(canExportStudio(requireRole(actor), exportRow.studio_id))
    const { session_id: session } = await requireRecentSignIn(tx, actor, {
      caller,
      now,
      hours: STUDIO_EXPORT_SIGN_IN_HOURS,
    })
    if (exportRow.state !== 'ready' || !isAvailable(exportRow, now)) fail('NOT_FOUND')
    await audit(tx, actor, {
      studio_id: exportRow.studio_id,
      object_type: 'studio_export',
      object_id: id,
      request_id: caller.request_id,
      action: 'studioExports.createLink',
      after: { id },
    })
    publish(tx, { studio_id: exportRow.studio_id, topic: 'studio-exports', id, client_id: null })
    await actAs(tx, 'system')
    await queries.recordDownload(tx, id, now.toISOString())
    const expires_at = new Date(now.getTime() + STUDIO_EXPORT_LINK_MINUTES * MINUTE_MS).toISOString()
    const query = new URLSearchParams({ until: expires_at, session, token: mac(PURPOSE, id, expires_at, session) })
    const link = { url: `${EXPORTS_PATH}/${id}?${query}`, expires_at }
    return { link, cookie: writeCookie(id, mac(BROWSER_PURPOSE, id, session)) }
  })
}

const isAvailable = ({ expires_at }: { expires_at: string | null }, now: Date) =>
  expires_at !== null && Date.parse(expires_at) > now.getTime()

/**
 * The `set-cookie` value for a browser that requested a link. All links of a session to an export have the same cookie value,
 * so that a new link does not end a running download.
 */
function writeCookie(id: string, value: string): string {
  const secure = buildHomeUrl('/').startsWith('https:') ? '; Secure' : ''
  const seconds = STUDIO_EXPORT_LINK_MINUTES * 60
  return `${COOKIE}=${value}; Path=${EXPORTS_PATH}/${id}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

const readCookie = (header: string | undefined): string =>
  header
    ?.split(/; */)
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1) ?? ''

type LinkRequest = { query: Record<string, unknown>; cookies: string | undefined }

/** @returns the session of a link, or null if the link was changed, has expired, or belongs to another browser */
export function verifyLink(id: string, { query, cookies }: LinkRequest, now: Date): string | null {
  const { until, session, token } = query
  if (typeof until !== 'string' || typeof session !== 'string' || typeof token !== 'string') return null
  if (!isMac(token, PURPOSE, id, until, session) || !(Date.parse(until) > now.getTime())) return null
  if (!isMac(readCookie(cookies), BROWSER_PURPOSE, id, session)) return null
  return session
}

type ExportFile = { name: string; size: number; read(from: number, to: number): AsyncGenerator<Uint8Array> }

/**
 * Opens an export for a download.
 * @throws AppError NOT_FOUND if the person is no longer an admin, or the export has expired
 */
export async function openStudioExport(caller: Caller, id: string, now: Date): Promise<ExportFile> {
  const exportRow = await asActor(caller, async (tx, actor) => {
    const row = (await queries.getExport(tx, id)) ?? fail('NOT_FOUND')
    authorize(canExportStudio(requireRole(actor), row.studio_id), 'NOT_FOUND')
    return row
  })
  const { size_bytes: size } = exportRow
  if (size === null || !isAvailable(exportRow, now)) fail('NOT_FOUND')
  const name = `studio-export-${exportRow.created_at.slice(0, 10)}.zip`
  return { name, size, read: (from, to) => readFromParts((part) => queries.partKey(exportRow, part), from, to) }
}
