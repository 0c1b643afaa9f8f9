import type { OpeningHours } from '@studiohub/contract/features/resources/schema.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import type { StudioType } from '@studiohub/contract/features/studios/schema.ts'
import type { Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import type { SubscriptionStatus } from '@studiohub/contract/features/subscriptions/words.ts'
import type { Tx } from '#platform/db/transaction.ts'

type NewStudioRow = {
  id: string
  name: string
  slug: string
  type: StudioType
  is_active: boolean
  timezone: string
  currency: string
  country: string | null
  location?: string | null
  contact_email?: string | null
  contact_phone?: string | null
  created_by: string
  opened_at: string | null
}

export async function insertStudio(tx: Tx, row: NewStudioRow) {
  await tx.insertInto('studios').values(row).execute()
}

/** Makes a person the admin of their new studio. */
export async function insertFirstAdmin(tx: Tx, { studio_id, user_id }: { studio_id: string; user_id: string }) {
  await tx.insertInto('user_roles').values({ user_id, role: 'studio_admin', studio_id }).execute()
}

export async function insertFirstRoom(tx: Tx, studio_id: string, name: string) {
  await tx.insertInto('resources').values({ studio_id, kind: 'room', name, position: 0 }).execute()
}

export async function insertServices(tx: Tx, studio_id: string, services: readonly StudioService[]) {
  await tx
    .insertInto('studio_services')
    .values(
      services.map((service) => ({
        ...service,
        pricing: JSON.stringify(service.pricing),
        deposit: null,
        studio_id,
      })),
    )
    .execute()
}

export async function insertOpeningHours(tx: Tx, studio_id: string, week: readonly OpeningHours[]) {
  await tx
    .insertInto('opening_hours')
    .values(week.map((hours) => ({ ...hours, studio_id })))
    .execute()
}

/** Gives a studio all assistants. */
export async function insertAssistants(tx: Tx, studio_id: string) {
  await tx
    .insertInto('studio_ai_agents')
    .columns(['studio_id', 'ai_agent_id'])
    .expression((eb) => eb.selectFrom('ai_agents').select([eb.val(studio_id).$castTo<string>().as('studio_id'), 'id']))
    .execute()
}

type FirstPeriod = { tier: Tier; status: SubscriptionStatus; current_period_start: string; current_period_end: string }

export async function insertSubscription(tx: Tx, studio_id: string, period: FirstPeriod) {
  await tx
    .insertInto('studio_subscriptions')
    .values({ studio_id, ...period })
    .execute()
}
