import { isKeyActive } from '@studiohub/contract/features/api-keys/rules.ts'
import type { ApiKey } from '@studiohub/contract/features/api-keys/schema.ts'
import {
  type ApiKeyArea,
  type ApiKeyScope,
  apiKeyAreaNames,
  apiKeyAreas,
} from '@studiohub/contract/features/api-keys/words.ts'

/** The access of a key to an area. Empty means no access. */
export type Access = '' | 'read' | 'write'

/** The levels of access for an area. Some areas can only be read. */
export const accessChoices = (area: ApiKeyArea) => [
  { value: '', label: 'No access' },
  { value: 'read', label: 'Read' },
  ...(apiKeyAreas[area].writes.length > 0 ? [{ value: 'write', label: 'Read and write' }] : []),
]

/** The access that the permissions of a key give to an area. */
export function areaAccess(scopes: readonly string[], area: ApiKeyArea): Access {
  if (scopes.includes(`${area}:write`)) return 'write'
  return scopes.includes(`${area}:read`) ? 'read' : ''
}

/** The permissions with another access to one area. */
export function withAccess(scopes: readonly ApiKeyScope[], area: ApiKeyArea, access: string): ApiKeyScope[] {
  const others = scopes.filter((scope) => !scope.startsWith(`${area}:`))
  if (access === 'write') return [...others, `${area}:write`]
  return access === 'read' ? [...others, `${area}:read`] : others
}

/** 'Bookings and free times (read and write), clients (read)'. */
export function describeScopes(scopes: readonly string[]): string {
  const parts = apiKeyAreaNames.flatMap((area) => {
    const access = areaAccess(scopes, area)
    const { label } = apiKeyAreas[area]
    return access === '' ? [] : [`${label} (${access === 'write' ? 'read and write' : 'read'})`]
  })
  return parts.join(', ')
}

/** Why a key no longer works; null for an active key. */
export function describeEnd(key: Pick<ApiKey, 'ends_at' | 'revoked_at'>, now: Date): 'Revoked' | 'Ended' | null {
  if (isKeyActive(key, now)) return null
  return key.revoked_at === null ? 'Ended' : 'Revoked'
}

/** Reads addresses from a text. Lines, spaces or commas separate them. */
export const parseNetworks = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '')

/** The time when a key with this last day ends: the end of the day (UTC). Null for an empty day. */
export const endOfDay = (day: string): string | null => (day === '' ? null : `${day}T23:59:59Z`)
