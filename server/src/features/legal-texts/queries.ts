import type { LegalKind } from '@studiohub/contract/features/legal-texts/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

export type LegalTextRow = { kind: LegalKind; text: string }

/** A public text. Only a studio's terms have a version and a day of publication. */
export type PublicLegalText = LegalTextRow & {
  version: number | null
  published_on: string | null
  /** The studio's country, for the format of the day. */
  country: string | null
}

const belongsTo = (studio_id: string | null) => sql<boolean>`studio_id is not distinct from ${studio_id}::uuid`

/** A text with its last change. A removed text is empty. */
export type SavedTextRow = LegalTextRow & { version: number; updated_at: string }

/** The legal texts that the actor may change. @param studio_id null for the platform's texts */
export async function listLegalTexts(tx: Tx, studio_id: string | null): Promise<SavedTextRow[]> {
  const rows = await tx
    .selectFrom('legal_texts')
    .select([sql<LegalKind>`kind`.as('kind'), 'text', 'version', 'updated_at'])
    .where(belongsTo(studio_id))
    .orderBy('kind')
    .execute()
  return rows
}

/** The public legal texts, with a studio's current terms. @param studio_id null for the platform's texts */
export async function listPublicLegalTexts(tx: Tx, studio_id: string | null): Promise<PublicLegalText[]> {
  const { rows } = await sql<PublicLegalText>`
    select kind, text, version, published_on, country from door.legal_texts(${studio_id}::uuid)`.execute(tx)
  return rows
}

/** Inserts or replaces a text. @returns the id of the row */
export async function upsertLegalText(tx: Tx, studio_id: string | null, { kind, ...changes }: SavedTextRow) {
  const { id } = await tx
    .insertInto('legal_texts')
    .values({ studio_id, kind, ...changes })
    .onConflict((conflict) => conflict.constraint('legal_text_of_kind').doUpdateSet(changes))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
