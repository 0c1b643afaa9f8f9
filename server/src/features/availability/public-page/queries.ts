import type { PublicServices } from '@studiohub/contract/features/availability/schema.ts'
import type { PublicPicture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import type { CancellationPolicy } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** The studio's own texts for its public page; undefined if the studio is closed. */
export async function getPublicPage(tx: Tx, studio_id: string) {
  const { rows } = await sql<{
    timezone: string
    country: string | null
    /** Null for a closed studio. */
    websites: string[] | null
    location: string | null
    contact_email: string | null
    contact_phone: string | null
    links: string[]
    cancellation_cutoff_hours: number
    cancellation_policy: CancellationPolicy
    visitors_can_book: boolean
    approve_new_clients: boolean
    rooms: { id: string; name: string; details: string | null }[]
    /** `picture` is the address of a small file. */
    people: { name: string; details: string | null; picture: string | null }[]
  }>`select p.*, door.studio_country(${studio_id}::uuid) as country,
      door.studio_websites(${studio_id}::uuid) as websites
    from door.public_page(${studio_id}::uuid) p`.execute(tx)
  return rows[0]
}

/** The pictures of an active studio's rooms, and those of its services by key. */
export async function getPublicPictures(tx: Tx, slug: string) {
  const { rows } = await sql<Pick<PublicServices, 'rooms'> & { services: Record<string, PublicPicture[] | null> }>`
    select rooms, services from door.public_pictures(${slug})`.execute(tx)
  return rows[0] ?? { rooms: [], services: {} }
}
