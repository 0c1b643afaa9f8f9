import type { LegalKind } from '@studiohub/contract/features/legal-texts/words.ts'
import { readTerms, type TermsBlock } from '@studiohub/contract/features/terms/rules.ts'
import { type LegalPageData, readStudioLegalTexts } from '#features/legal-texts/page-service.ts'
import type { Tx } from '#platform/db/transaction.ts'

/** The legal texts of a studio for one of its pages. Terms are also split into blocks. */
export async function readStudioTexts(
  tx: Tx,
  studio_id: string,
  kind: LegalKind | null,
): Promise<LegalPageData & { terms: TermsBlock[] }> {
  const { text, ...values } = await readStudioLegalTexts(tx, studio_id, kind)
  if (kind !== 'terms') return { ...values, text, terms: [] }
  return { ...values, text, lists: { paragraph: [] }, terms: readTerms(text) }
}
