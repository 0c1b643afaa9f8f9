import { type Role, roleLabels } from '@studiohub/contract/actor.ts'
import { demoAccounts, signInLines } from '../demo/demo-accounts.ts'
import { asAuth, asSystem } from '../platform/db/actor.ts'

/** Formats rows as a text table. Every column is as wide as its longest cell. */
function toTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const dayOf = (instant: string | null) => instant?.slice(0, 10) ?? 'never'

/** Lists all accounts with their roles, oldest first, as a text table. */
export async function listAccounts(): Promise<string> {
  const users = await asAuth((tx) =>
    tx
      .selectFrom('auth.users')
      .select(['id', 'email', 'email_proven', 'banned_until', 'created_at', 'last_sign_in_at'])
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
  const roles = await asSystem((tx) =>
    tx
      .selectFrom('user_roles as r')
      .leftJoin('studios as s', 's.id', 'r.studio_id')
      .select(['r.user_id', 'r.role', 'r.status', 's.name'])
      .where('r.removed_at', 'is', null)
      .orderBy('r.created_at')
      .execute(),
  )
  const rolesOf = (id: string) => roles.filter(({ user_id }) => user_id === id).map(describeRole)
  const rows = users.map((user) => [
    user.email,
    user.email_proven ? 'confirmed' : 'not confirmed',
    user.banned_until && user.banned_until > new Date().toISOString() ? 'suspended' : 'active',
    dayOf(user.created_at),
    dayOf(user.last_sign_in_at),
    rolesOf(user.id).join('; ') || 'no role',
  ])
  if (rows.length === 0) return 'There are no accounts.'
  return toTable([['EMAIL', 'EMAIL STATUS', 'ACCOUNT', 'SINCE', 'LAST SIGN-IN', 'ROLES'], ...rows])
}

type RoleRow = { role: string; status: string; name: string | null }

const describeRole = ({ role, status, name }: RoleRow) =>
  [roleLabels[role as Role], ...(name ? [`at ${name}`] : []), ...(status === 'active' ? [] : [`(${status})`])].join(' ')

/** Lists all studios with address, plan and number of people, oldest first, as a text table. */
export async function listStudios(): Promise<string> {
  const studios = await asSystem((tx) =>
    tx
      .selectFrom('studios as s')
      .leftJoin('studio_subscriptions as p', 'p.studio_id', 's.id')
      .select(['s.name', 's.slug', 's.is_active', 's.created_at', 'p.tier', 'p.status'])
      .select((select) =>
        select
          .selectFrom('user_roles as r')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('r.studio_id', '=', 's.id')
          .where('r.status', '=', 'active')
          .where('r.removed_at', 'is', null)
          .as('people'),
      )
      .orderBy('s.created_at')
      .orderBy('s.id')
      .execute(),
  )
  const rows = studios.map(({ name, slug, is_active, created_at, tier, status, people }) => [
    name,
    `/${slug}`,
    is_active ? 'active' : 'inactive',
    dayOf(created_at),
    tier ? `${tier} (${status})` : 'none',
    String(people),
  ])
  if (rows.length === 0) return 'There are no studios.'
  return toTable([['STUDIO', 'ADDRESS', 'STATE', 'SINCE', 'PLAN', 'PEOPLE'], ...rows])
}

/**
 * Lists the sign-ins of the demo's people who still have an account.
 * @throws Error if the demo was not loaded into this database
 */
export async function listDemoAccounts(): Promise<string> {
  const accounts = Object.values(demoAccounts)
  const emails = accounts.map(({ email }) => email)
  const found = await asAuth((tx) =>
    tx.selectFrom('auth.users').select('email').where('email', 'in', emails).where('deleted_at', 'is', null).execute(),
  )
  if (found.length === 0) throw new Error('The demo is not in this database.')
  const existingEmails = new Set(found.map(({ email }) => email))
  const lines = signInLines(accounts.filter(({ email }) => existingEmails.has(email)))
  return [...lines, 'These are the passwords that the demo gave them. People may have changed theirs.'].join('\n')
}
