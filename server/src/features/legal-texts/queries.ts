import type { LegalKind } from '@studiohub/contract/features/legal-texts/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

export type LegalTextRow = { kind: LegalKind; text: string }

/** A text that everyone may read. Terms of a studio have a version and the day on which it was published. */
export type PublicLegalText = LegalTextRow & {
  version: number | null
  published_on: string | null
  /** The studio's country, for the format of the day. */
  country: string | null
}

const ofOwner = (studio_id: string | null) => sql<boolean>`studio_id is not distinct from ${studio_id}::uuid`

/** The legal texts that the actor may change: of a studio, or with null those of the platform. */
export async function listLegalTexts(tx: Tx, studio_id: string | null): Promise<LegalTextRow[]> {
  const rows = await tx
    .selectFrom('legal_texts')
    .select([sql<LegalKind>`kind`.as('kind'), 'text'])
    .where(ofOwner(studio_id))
    .orderBy('kind')
    .execute()
  return rows
}

/** The legal texts that everyone may read: of a studio with its current terms, or with null those of the platform. */
export async function listPublicLegalTexts(tx: Tx, studio_id: string | null): Promise<PublicLegalText[]> {
  const { rows } = await sql<PublicLegalText>`
    select kind, text, version, published_on, country from door.legal_texts(${studio_id}::uuid)`.execute(tx)
  return rows
}

/** @returns the id of the row */
export async function upsertLegalText(tx: Tx, studio_id: string | null, { kind, text }: LegalTextRow, now: Date) {
  const updated_at = now.toISOString()
  const { id } = await tx
    .insertInto('legal_texts')
    .values({ studio_id, kind, text, updated_at })
    .onConflict((conflict) => conflict.constraint('legal_text_of_kind').doUpdateSet({ text, updated_at }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns the id of the deleted row */
export async function deleteLegalText(tx: Tx, studio_id: string | null, kind: LegalKind) {
  const { id } = await tx
    .deleteFrom('legal_texts')
    .where(ofOwner(studio_id))
    .where('kind', '=', kind)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
