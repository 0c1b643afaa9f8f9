import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canChangeLegalTexts, canChangePlatformLegalTexts } from '@studiohub/contract/features/legal-texts/policy.ts'
import type {
  NewPlatformTexts,
  NewStudioTexts,
  PublicLegalTexts,
  SavedPlatformTexts,
  SavedStudioTexts,
} from '@studiohub/contract/features/legal-texts/schema.ts'
import { type LegalKind, legalKinds } from '@studiohub/contract/features/legal-texts/words.ts'
import { getStudio, resolveStudio } from '#features/studios/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { clearPlatformTextsCache, listPlatformTexts } from './page-service.ts'
import { listLegalTexts, listPublicLegalTexts, upsertLegalText } from './queries.ts'

/** The kinds of public legal texts of a studio or of the platform. The imprint and privacy text of a closed studio stay public. */
export async function listPublicTexts(caller: Caller, slug: string | undefined): Promise<PublicLegalTexts> {
  const rows =
    slug === undefined
      ? await listPlatformTexts(caller.request_id)
      : await asActor(caller, async (tx) => {
          const studio = (await resolveStudio(tx, { slug: slug.toLowerCase(), host: null })) ?? fail('NOT_FOUND')
          return listPublicLegalTexts(tx, studio.id)
        })
  return { kinds: legalKinds.filter((kind) => rows.some((row) => row.kind === kind)) }
}

/** The imprint and privacy text of a studio, for its admins and operators. */
export function getLegalTexts(caller: Caller, studio_id: string): Promise<SavedStudioTexts> {
  return asActor(caller, async (tx, actor) => {
    authorize(canChangeLegalTexts(requireRole(actor), studio_id))
    if (!(await getStudio(tx, studio_id))) fail('NOT_FOUND')
    const { terms: _, ...texts } = await readTexts(tx, studio_id)
    return texts
  })
}

/** The legal texts of the platform, for its operators. */
export function getPlatformLegalTexts(caller: Caller): Promise<SavedPlatformTexts> {
  return asActor(caller, async (tx, actor) => {
    authorize(canChangePlatformLegalTexts(requireRole(actor)))
    return readTexts(tx, null)
  })
}

type UpdateStudioTextsInput = { studio_id: string; texts: NewStudioTexts; now: Date }

/**
 * Replaces the legal texts of a studio, if the version is current. An empty text removes its page.
 * @throws AppError STALE_VERSION
 */
export function updateLegalTexts(
  caller: Caller,
  { studio_id, texts, now }: UpdateStudioTextsInput,
): Promise<SavedStudioTexts> {
  return asActor(caller, async (tx, actor) => {
    authorize(canChangeLegalTexts(requireRole(actor), studio_id))
    if (!(await getStudio(tx, studio_id))) fail('NOT_FOUND')
    const { terms: _, ...saved } = await replaceTexts(tx, actor, { caller, studio_id, texts, now })
    return saved
  })
}

/**
 * Replaces the legal texts of the platform, if the version is current. An empty text removes its page.
 * @throws AppError STALE_VERSION
 */
export async function updatePlatformLegalTexts(
  caller: Caller,
  texts: NewPlatformTexts,
  now: Date,
): Promise<SavedPlatformTexts> {
  const updated = await asActor(caller, (tx, actor) => {
    authorize(canChangePlatformLegalTexts(requireRole(actor)))
    return replaceTexts(tx, actor, { caller, studio_id: null, texts, now })
  })
  clearPlatformTextsCache()
  return updated
}

async function readTexts(tx: Tx, studio_id: string | null): Promise<SavedPlatformTexts> {
  const rows = await listLegalTexts(tx, studio_id)
  const textOf = (kind: LegalKind) => rows.find((row) => row.kind === kind)?.text ?? ''
  const published = rows.filter(({ text }) => text !== '')
  return {
    imprint: textOf('imprint'),
    privacy: textOf('privacy'),
    terms: textOf('terms'),
    version: Math.max(0, ...rows.map(({ version }) => version)),
    changed_at: Object.fromEntries(published.map(({ kind, updated_at }) => [kind, updated_at])),
  }
}

type ReplaceTextsInput = { caller: Caller; studio_id: string | null; texts: Partial<NewPlatformTexts>; now: Date }

async function replaceTexts(
  tx: Tx,
  actor: Actor,
  { caller, studio_id, texts: { version, ...texts }, now }: ReplaceTextsInput,
) {
  await lock(tx, 'legal_texts', studio_id ?? 'platform')
  const before = await readTexts(tx, studio_id)
  if (version !== undefined && version !== before.version) fail('STALE_VERSION')
  const change = { version: before.version + 1, updated_at: now.toISOString() }
  for (const kind of legalKinds) {
    const text = texts[kind]
    if (text === undefined || text === before[kind]) continue
    const object_id = await upsertLegalText(tx, studio_id, { kind, text, ...change })
    // The audit log must not contain free text.
    await audit(tx, actor, {
      studio_id,
      action: studio_id ? 'legalTexts.update' : 'legalTexts.updatePlatform',
      object_type: 'legal_text',
      object_id,
      after: { kind, is_empty: text === '' },
      request_id: caller.request_id,
    })
  }
  return readTexts(tx, studio_id)
}
