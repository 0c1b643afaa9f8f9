/** An id that contains the number of its object, so that a failing statement shows which object it is. */
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Two studios that must not see each other, a closed one, one in onboarding, and one that approves its clients. */
export const studios = { alpha: id(1), beta: id(2), closed: id(3), draft: id(4), approving: id(5) }

type Role = { role: string; studio?: string; status?: string; removed?: true; at_desk?: true }

/** A test user. Their session is `session`, unless they have none. */
export type Member = { id: string; session: string; roles: Role[]; banned?: true; deleted?: true }

const people = {
  newcomer: [],
  founder: [],
  'pending client of A': [{ role: 'client', studio: 'alpha', status: 'pending' }],
  'pending crew of A': [{ role: 'staff', studio: 'alpha', status: 'pending' }],
  'requests A again': [{ role: 'client', studio: 'alpha', status: 'pending', removed: true }],
  'client A1': [{ role: 'client', studio: 'alpha' }],
  'client A2': [{ role: 'client', studio: 'alpha' }],
  // Switched from A to B: both rows remain, the one at B is active.
  'client A to B': [
    { role: 'client', studio: 'alpha', status: 'inactive' },
    { role: 'client', studio: 'beta' },
  ],
  'removed client of A': [{ role: 'client', studio: 'alpha', status: 'inactive', removed: true }],
  'removed crew of A': [{ role: 'staff', studio: 'alpha', status: 'inactive', removed: true }],
  'crew of A': [{ role: 'staff', studio: 'alpha' }],
  'desk of A': [{ role: 'staff', studio: 'alpha', at_desk: true }],
  'admin of A': [{ role: 'studio_admin', studio: 'alpha' }],
  'pending client of B': [{ role: 'client', studio: 'beta', status: 'pending' }],
  'client of B': [{ role: 'client', studio: 'beta' }],
  'crew of B': [{ role: 'staff', studio: 'beta' }],
  'admin of B': [{ role: 'studio_admin', studio: 'beta' }],
  'admin of nothing': [{ role: 'studio_admin' }],
  partner: [{ role: 'partner' }],
  'super admin': [{ role: 'super_admin' }],
  'banned admin of A': [{ role: 'studio_admin', studio: 'alpha' }],
  'deleted admin of A': [{ role: 'studio_admin', studio: 'alpha' }],
} as const satisfies Record<string, Role[]>

export type Name = keyof typeof people

/** All users with an account, by their name in the matrix. */
export const cast = Object.fromEntries(
  Object.entries(people).map(([name, roles], index) => [
    name,
    {
      id: id(100 + index),
      session: id(200 + index),
      roles,
      ...(name.startsWith('banned') && { banned: true }),
      ...(name.startsWith('deleted') && { deleted: true }),
    },
  ]),
) as unknown as Record<Name, Member>

/** A user with a sign-in but no profile, for rows of people without an account. */
export const userWithoutProfile = id(99)

/** The hash of an API key of A's admin. It may do everything at A except with roles. */
export const keyOfAlpha = 'hash-of-a-key-of-alpha'

/** All callers: a visitor, a forged session, every account, and an API key. */
export const callers: { name: string; session: string | null; key?: string }[] = [
  { name: 'visitor', session: null },
  { name: 'forged session', session: id(999) },
  ...Object.entries(cast).map(([name, member]) => ({ name, session: member.session })),
  { name: 'key of A', session: null, key: keyOfAlpha },
]

/** Roles without a user: jobs, the auth service and the functions that switch the actor. */
export const systemRoles = ['system', 'auth', 'door'] as const

/** The email address of a user in the matrix. */
export const buildEmail = (name: string) => `${name.replaceAll(' ', '.').toLowerCase()}@example.com`

const text = (value: string | null) => (value === null ? 'null' : `'${value}'`)

/** Inserts studios, users, sessions and roles as the login role. */
export function castSql(): string {
  const users = [
    ...Object.entries(cast).map(([name, member]) => ({ name, ...member })),
    { name: 'bare', id: userWithoutProfile },
  ]
  const user = (member: { name: string; id: string; banned?: true; deleted?: true }) =>
    `('${member.id}', '${buildEmail(member.name)}',
      ${member.banned ? "now() + interval '1 year'" : 'null'}, ${member.deleted ? 'now()' : 'null'}, now(), now())`
  const members = Object.entries(cast)
  const roles = members.flatMap(([name, { id: user_id, roles: rolesOfUser }]) =>
    rolesOfUser.map(
      (row, index) => `('${roleId(name, index)}', '${user_id}', '${row.role}',
        ${text(row.studio ? studios[row.studio as keyof typeof studios] : null)}, '${row.status ?? 'active'}',
        ${row.removed ? `now(), '${cast['admin of A'].id}'` : 'null, null'}, ${row.at_desk ?? false})`,
    ),
  )
  return `
insert into auth.users (id, email, banned_until, deleted_at, created_at, updated_at) values ${users.map(user).join(', ')};
insert into auth.sessions (id, user_id, amr, refresh_key, created_at, refreshed_at) values
  ${members.map(([, { id: user_id, session }]) => `('${session}', '${user_id}', '[]', 'sealed', now(), now())`).join(', ')};
insert into profiles (id, full_name, phone) values
  ${members.map(([name, { id: user_id }]) => `('${user_id}', '${name}', '+49 30 1')`).join(', ')};
insert into studios (id, name, slug, custom_domain, domain_verified_at, type, is_active, created_by) values
  ('${studios.alpha}', 'Alpha', 'alpha', 'alpha.example.com', now(), 'recording', true, '${cast['admin of A'].id}'),
  ('${studios.beta}', 'Beta', 'beta', 'beta.example.com', null, 'video', true, '${cast['admin of B'].id}'),
  ('${studios.closed}', 'Closed', 'closed', null, null, 'photo', false, '${cast['super admin'].id}'),
  ('${studios.draft}', 'Draft', 'draft', null, null, 'photo', true, '${cast.founder.id}'),
  ('${studios.approving}', 'Approving', 'approving', null, null, 'photo', true, '${cast['super admin'].id}');
update studios set approve_new_clients = true where id = '${studios.approving}';
insert into studio_slugs (slug, studio_id) values ('alpha-former', '${studios.alpha}');
insert into user_roles (id, user_id, role, studio_id, status, removed_at, removed_by, at_desk) values ${roles.join(', ')};
-- All users try every statement. At these studios each user has a client record, so that the statements can name it.
insert into client_records (studio_id, id, user_id, name)
  select s.id, p.id, p.id, p.full_name from profiles p, studios s where s.slug in ('alpha', 'beta', 'closed')
  on conflict do nothing;`
}

/** The id of a user's role row, by its index. */
export function roleId(name: string, index = 0): string {
  const position = Object.keys(cast).indexOf(name)
  return id(300 + position * 10 + index)
}

/** The id of a test object, by its number. */
export const objectId = (number: number) => id(5000 + number)
