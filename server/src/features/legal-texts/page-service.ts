import { splitLegalText } from '@studiohub/contract/features/legal-texts/rules.ts'
import { type LegalKind, legalKinds, legalTitles } from '@studiohub/contract/features/legal-texts/words.ts'
import { formatsOf } from '@studiohub/contract/shared/countries.ts'
import { dateFormat } from '@studiohub/contract/shared/formats.ts'
import { asActor } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { listPublicLegalTexts, type PublicLegalText } from './queries.ts'

/** The legal texts of a page: which ones exist, for its links, and the text of its own kind. */
export type LegalValues = {
  values: Record<string, string | boolean>
  lists: { paragraph: { heading: string | null; text: string | null }[] }
  /** The text of the page as written. */
  text: string
  /** The page is about a text that does not exist. */
  is_missing: boolean
}

const dayFormat = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' })

const versionText = ({ version, published_on, country }: PublicLegalText) =>
  version && published_on ? `Version ${version}, published on ${dayFormat(published_on, formatsOf(country))}` : ''

function valuesOf(rows: readonly PublicLegalText[], kind: LegalKind | null): LegalValues {
  const shown = rows.find((row) => row.kind === kind)
  const has = (of: LegalKind) => rows.some((row) => row.kind === of)
  return {
    values: {
      ...Object.fromEntries(legalKinds.map((of) => [`has_${of}`, has(of)])),
      legal_title: kind ? legalTitles[kind] : '',
      legal_version: shown ? versionText(shown) : '',
    },
    lists: { paragraph: shown ? splitLegalText(shown.text) : [] },
    text: shown?.text ?? '',
    is_missing: kind !== null && !shown,
  }
}

/** The legal texts of a studio for one of its pages. @param kind the text that the page is about */
export async function readStudioLegalTexts(tx: Tx, studio_id: string, kind: LegalKind | null): Promise<LegalValues> {
  return valuesOf(await listPublicLegalTexts(tx, studio_id), kind)
}

const KEPT_MS = 5_000
let kept: { at: number; rows: Promise<PublicLegalText[]> } | null = null

/** Makes the next page read the platform's texts again. Other processes do so within five seconds. */
export function forgetPlatformTexts() {
  kept = null
}

/** The legal texts of the platform, cached for five seconds. */
export function readPlatformTexts(request_id: string): Promise<PublicLegalText[]> {
  if (!kept || performance.now() - kept.at > KEPT_MS) {
    const rows = asActor({ session_id: null, request_id }, (tx) => listPublicLegalTexts(tx, null))
    kept = { at: performance.now(), rows }
    rows.catch(forgetPlatformTexts)
  }
  return kept.rows
}

/** The legal texts of the platform for one of its pages. Pages that need none work without the database. */
export async function readPlatformLegalTexts(request: { id: string }, path: string): Promise<LegalValues> {
  const kind = legalKinds.find((one) => path.toLowerCase().replace(/\/+$/, '') === `/${one}`) ?? null
  const rows = await readPlatformTexts(request.id).catch((error: unknown) => {
    if (kind) throw error
    return []
  })
  return valuesOf(rows, kind)
}
