import type { StudioAsset } from '@studiohub/contract/features/studios/words.ts'
import type { Tx } from '#platform/db/transaction.ts'

const columns = {
  logo: 'logo_url',
  favicon: 'favicon_url',
  hero: 'hero_image_url',
  background: 'background_image_url',
} as const satisfies Record<StudioAsset, string>

/** Sets one of a studio's pictures. @returns its previous address, undefined for an unknown studio */
export async function setAsset(tx: Tx, studio_id: string, asset: StudioAsset, url: string | null) {
  const column = columns[asset]
  const before = await tx
    .selectFrom('studios')
    .select(`${column} as url`)
    .where('id', '=', studio_id)
    .forUpdate()
    .executeTakeFirst()
  if (before) {
    await tx
      .updateTable('studios')
      .set({ [column]: url })
      .where('id', '=', studio_id)
      .execute()
  }
  return before
}

/** Whether the file at this address is a picture of a studio. */
export async function isAsset(tx: Tx, url: string): Promise<boolean> {
  const row = await tx
    .selectFrom('studios')
    .select('id')
    .where(({ or, eb }) => or(Object.values(columns).map((column) => eb(column, '=', url))))
    .executeTakeFirst()
  return row !== undefined
}
