import { randomInt } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import { CHOOSE_PLAN, type Onboarding, type OnboardingResult } from '@studiohub/contract/features/onboarding/schema.ts'
import type { Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { countryOfZone } from '@studiohub/contract/shared/countries.ts'
import { slugFor } from '@studiohub/contract/shared/slug.ts'
import { audit } from '#platform/audit/audit.ts'
import { type AccountActor, checkJoinable, requirePerson } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import { sendStudioCreated } from '../emails/welcome-jobs.ts'
import { notifyAdminsOfRequest } from '../notices/jobs.ts'
import { createRole, listOwnRoles, reopenRole, repeatRequest } from '../roles/queries.ts'
import { recordRole } from '../roles/record-role.ts'
import { createStudioWithDefaults } from '../studios/create-studio-with-defaults.ts'
import { getOpenStudio, getStudio } from '../studios/queries.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const randomSuffix = () => Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Used if the browser sent no time zone (decisions, Studios). */
const DEFAULT_TIMEZONE = 'UTC'
const DEFAULT_CURRENCY = 'USD'

/**
 * Gives a person without a role the role that they chose. The lock makes only one of two simultaneous calls succeed (safety
 * T08). A studio admin gets the new studio in the same transaction.
 */
export function createOnboarding(caller: Caller, choice: Onboarding, now: Date): Promise<OnboardingResult> {
  return asActor(caller, async (tx, actor) => {
    const person = requirePerson(actor)
    checkJoinable(actor, choice.role === 'client' ? choice.studio_id : null)
    if (choice.role === 'super_admin' || choice.role === 'staff') fail('ROLE_NOT_SELF_ASSIGNABLE')
    await lock(tx, 'user', person.user_id)
    const roles = await listOwnRoles(tx, person.user_id)
    if (roles.some((row) => row.status === 'active')) fail('ROLE_EXISTS')
    if (roles.some((row) => row.status === 'pending')) fail('REQUEST_EXISTS')
    switch (choice.role) {
      case 'studio_admin':
        return createOwnStudio(tx, { caller, person, choice, now })
      case 'client':
        return joinStudio(tx, { caller, person, studio_id: choice.studio_id, now })
      case 'partner':
        return becomePartner(tx, { caller, person })
    }
  })
}

type CreateOwnStudioInput = {
  caller: Caller
  person: AccountActor
  choice: Extract<Onboarding, { role: 'studio_admin' }>
  now: Date
}

async function createOwnStudio(
  tx: Tx,
  { caller, person, choice, now }: CreateOwnStudioInput,
): Promise<OnboardingResult> {
  const tier = readTier(choice)
  const timezone = choice.timezone ?? DEFAULT_TIMEZONE
  const { studio_id, actor } = await createStudioWithDefaults(
    tx,
    { caller, user_id: person.user_id, becomes_admin: true },
    {
      name: choice.studio_name,
      slug: slugFor(choice.studio_name, randomSuffix()),
      type: choice.studio_type,
      tier,
      is_active: true,
      timezone,
      currency: choice.currency ?? DEFAULT_CURRENCY,
      country: choice.country ?? countryOfZone(timezone),
      prices: choice.prices ?? [],
    },
    now,
  )
  const studio = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
  await audit(tx, actor ?? person, {
    studio_id,
    action: 'studios.create',
    object_type: 'studio',
    object_id: studio_id,
    after: { type: studio.type, is_active: studio.is_active, tier },
    request_id: caller.request_id,
  })
  await enqueue(tx, sendStudioCreated, { studio_id, user_id: person.user_id })
  return { role: 'studio_admin', status: 'active', studio_id, studio_slug: studio.slug }
}

/** The plan with which a studio starts. If plans are off, it is a trial, which then has no limits. */
function readTier({ tier }: CreateOwnStudioInput['choice']): Tier {
  if (!arePlansOn()) return 'trial'
  if (!tier) fail('VALIDATION_FAILED', { fields: { tier: CHOOSE_PLAN } })
  if (!plans[tier].selectable) fail('PLAN_NOT_SELECTABLE')
  return tier
}

type JoinStudioInput = { caller: Caller; person: AccountActor; studio_id: string; now: Date }

/**
 * Gives a person the client role at a studio. The role is active at once, or a request if the studio approves new clients or
 * has removed this person (decisions, Roles).
 */
export async function joinStudio(
  tx: Tx,
  { caller, person, studio_id, now }: JoinStudioInput,
): Promise<OnboardingResult & { status: 'active' | 'pending' }> {
  const studio = (await getOpenStudio(tx, studio_id)) ?? fail('STUDIO_NOT_AVAILABLE')
  const roles = await listOwnRoles(tx, person.user_id)
  const formerRole = roles.find((row) => row.role === 'client' && row.studio_id === studio_id)
  const needsApproval = formerRole ? formerRole.removed_at !== null : studio.approve_new_clients
  const status = needsApproval ? 'pending' : 'active'
  const { id } = formerRole
    ? ((await (needsApproval ? repeatRequest : reopenRole)(tx, formerRole.id, now)) ?? fail('ROLE_EXISTS'))
    : await createRole(tx, { user_id: person.user_id, role: 'client', studio_id, status })
  await recordRole(tx, person, { caller, action: 'roles.create', id, studio_id, after: { role: 'client', status } })
  if (status === 'pending') await notifyAdminsOfRequest(tx, { id, user_id: person.user_id, studio_id, role: 'client' })
  return { role: 'client', status, studio_id, studio_slug: studio.slug }
}

async function becomePartner(
  tx: Tx,
  { caller, person }: Pick<JoinStudioInput, 'caller' | 'person'>,
): Promise<OnboardingResult> {
  const { id } = await createRole(tx, { user_id: person.user_id, role: 'partner', studio_id: null, status: 'active' })
  await recordRole(tx, person, { caller, action: 'roles.create', id, studio_id: null, after: { role: 'partner' } })
  return { role: 'partner', status: 'active', studio_id: null, studio_slug: null }
}
