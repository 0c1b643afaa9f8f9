import { splitLegalText } from '@studiohub/contract/features/legal-texts/rules.ts'
import { type LegalKind, legalKinds, legalTitles } from '@studiohub/contract/features/legal-texts/words.ts'
import { getFormats } from '@studiohub/contract/shared/countries.ts'
import { dateFormat } from '@studiohub/contract/shared/formats.ts'
import { asActor } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { TemplateEntry } from '#platform/http/page-template.ts'
import { listPublicLegalTexts, type PublicLegalText } from './queries.ts'

/** The legal texts for a page: the kinds that exist, for its links, and the text that the page shows. */
export type LegalPageData = {
  values: Record<string, string | boolean>
  /** The paragraphs, each with its heading and text, and with the parts of its text, so that email addresses are links. */
  lists: { paragraph: TemplateEntry[] }
  /** The text that the page shows, unformatted. */
  text: string
  /** Whether the text that the page should show does not exist. */
  is_missing: boolean
}

const dayFormat = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' })

const versionText = ({ version, published_on, country }: PublicLegalText) =>
  version && published_on ? `Version ${version}, published on ${dayFormat(published_on, getFormats(country))}` : ''

type TextPart = { text: string; email: null } | { text: null; email: string }

// It begins only where a word does, so that a long text without addresses takes no long time.
const emailInText = /(?<![\w.+'-])[\w.+'-]+@(?:[a-z0-9-]+\.)+[a-z]{2,}/gi

/** Splits a text before and after each email address. */
function splitEmails(text: string): TextPart[] {
  const parts: TextPart[] = []
  let written = 0
  const addText = (end: number) => {
    if (end > written) parts.push({ text: text.slice(written, end), email: null })
  }
  for (const { index, 0: email } of text.matchAll(emailInText)) {
    addText(index)
    parts.push({ text: null, email })
    written = index + email.length
  }
  addText(text.length)
  return parts
}

const listParagraphs = (text: string) =>
  splitLegalText(text).map((paragraph) => ({ ...paragraph, part: splitEmails(paragraph.text ?? '') }))

function toPageData(rows: readonly PublicLegalText[], kind: LegalKind | null): LegalPageData {
  const row = rows.find((candidate) => candidate.kind === kind)
  const exists = (legalKind: LegalKind) => rows.some((candidate) => candidate.kind === legalKind)
  return {
    values: {
      ...Object.fromEntries(legalKinds.map((legalKind) => [`has_${legalKind}`, exists(legalKind)])),
      legal_title: kind ? legalTitles[kind] : '',
      legal_version: row ? versionText(row) : '',
    },
    lists: { paragraph: row ? listParagraphs(row.text) : [] },
    text: row?.text ?? '',
    is_missing: kind !== null && !row,
  }
}

/** The legal texts of a studio for one of its pages. @param kind the text that the page shows, or null for another page */
export async function readStudioLegalTexts(tx: Tx, studio_id: string, kind: LegalKind | null): Promise<LegalPageData> {
  return toPageData(await listPublicLegalTexts(tx, studio_id), kind)
}

const CACHE_MS = 5_000
let cachedTexts: { at: number; rows: Promise<PublicLegalText[]> } | null = null

/** Clears the cached texts of the platform in this process. Other processes read them again within five seconds. */
export function clearPlatformTextsCache() {
  cachedTexts = null
}

/** The legal texts of the platform, cached for five seconds. */
export function listPlatformTexts(request_id: string): Promise<PublicLegalText[]> {
  if (!cachedTexts || performance.now() - cachedTexts.at > CACHE_MS) {
    const rows = asActor({ session_id: null, request_id }, (tx) => listPublicLegalTexts(tx, null))
    cachedTexts = { at: performance.now(), rows }
    rows.catch(clearPlatformTextsCache)
  }
  return cachedTexts.rows
}

/** The legal texts of the platform for one of its pages. Pages that show no legal text also work without the database. */
export async function getPlatformPageData(request: { id: string }, path: string): Promise<LegalPageData> {
  const kind = legalKinds.find((legalKind) => path.toLowerCase().replace(/\/+$/, '') === `/${legalKind}`) ?? null
  const rows = await listPlatformTexts(request.id).catch((error: unknown) => {
    if (kind) throw error
    return []
  })
  return toPageData(rows, kind)
}
