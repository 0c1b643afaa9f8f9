import { apiKeyScopes } from '@studiohub/contract/features/api-keys/words.ts'
import { cast, keyOfAlpha, type Name, objectId, studios } from './cast.ts'
import type { TableUnderTest } from './table.ts'

const { alpha, beta, closed } = studios

type KeyRow = { id: string; studio: string; of: Name; personal?: true; hash?: string; scopes?: readonly string[] }

const insertKey = ({ id, studio, of, personal, hash = id, scopes = ['bookings:read'] }: KeyRow) =>
  `insert into api_keys (id, studio_id, user_id, role_id, is_personal, label, prefix, hash, scopes)
  select '${id}', '${studio}', '${cast[of].id}', r.id, ${personal === true}, 'CRM', 'sh_abc', '${hash}', '{${scopes.join(',')}}'
  from user_roles r where r.user_id = '${cast[of].id}' and r.studio_id = '${studio}' and r.status = 'active';`

const allButRoles = apiKeyScopes.filter((scope) => !scope.startsWith('roles:'))

/** Inserts the rows as the login role. */
export const apiKeysSql = [
  insertKey({ id: objectId(951), studio: alpha, of: 'admin of A', hash: keyOfAlpha, scopes: allButRoles }),
  insertKey({ id: objectId(952), studio: beta, of: 'admin of B' }),
  insertKey({ id: objectId(953), studio: alpha, of: 'client A1', personal: true }),
].join('\n')

/** The tables of this file. */
export const apiKeyTables: Record<string, TableUnderTest> = {
  api_keys: {
    rows: {
      'of A': `id = '${objectId(951)}'`,
      'of B': `id = '${objectId(952)}'`,
      'of client A1': `id = '${objectId(953)}'`,
    },
    changes: {
      revoke: 'revoked_at = now(), version = version + 1',
      'record its use': 'last_used_at = now()',
      'read the hash': 'label = hash',
      'move to the closed studio': `studio_id = '${closed}'`,
    },
    inserts: {
      'at A, by its admin': { sql: insertKey({ id: objectId(954), studio: alpha, of: 'admin of A' }) },
      'at B, by its admin': { sql: insertKey({ id: objectId(954), studio: beta, of: 'admin of B' }) },
      'at A, by crew': { sql: insertKey({ id: objectId(954), studio: alpha, of: 'crew of A' }) },
      'of their own, by crew of A': {
        sql: insertKey({ id: objectId(954), studio: alpha, of: 'crew of A', personal: true }),
      },
    },
  },
}
