import { isKeyActive } from '@studiohub/contract/features/api-keys/rules.ts'
import type { ApiKey } from '@studiohub/contract/features/api-keys/schema.ts'
import {
  type ApiKeyArea,
  type ApiKeyScope,
  apiKeyAreaNames,
  apiKeyAreas,
} from '@studiohub/contract/features/api-keys/words.ts'

/** What a key may do in an area. */
export type Access = '' | 'read' | 'write'

/** The choices of an area. Some can only be read. */
export const accessChoices = (area: ApiKeyArea) => [
  { value: '', label: 'No access' },
  { value: 'read', label: 'Read' },
  ...(apiKeyAreas[area].writes.length > 0 ? [{ value: 'write', label: 'Read and write' }] : []),
]

/** What these permissions allow in an area. */
export function accessIn(scopes: readonly string[], area: ApiKeyArea): Access {
  if (scopes.includes(`${area}:write`)) return 'write'
  return scopes.includes(`${area}:read`) ? 'read' : ''
}

/** The permissions after the choice in one area has changed. */
export function withAccess(scopes: readonly ApiKeyScope[], area: ApiKeyArea, access: string): ApiKeyScope[] {
  const others = scopes.filter((scope) => !scope.startsWith(`${area}:`))
  if (access === 'write') return [...others, `${area}:write`]
  return access === 'read' ? [...others, `${area}:read`] : others
}

/** 'Bookings and free times (read and write), clients (read)'. */
export function describeScopes(scopes: readonly string[]): string {
  const parts = apiKeyAreaNames.flatMap((area) => {
    const access = accessIn(scopes, area)
    const { label } = apiKeyAreas[area]
    return access === '' ? [] : [`${label} (${access === 'write' ? 'read and write' : 'read'})`]
  })
  return parts.join(', ')
}

/** Why a key no longer works, or null. */
export function describeEnd(key: Pick<ApiKey, 'ends_at' | 'revoked_at'>, now: Date): 'Revoked' | 'Ended' | null {
  if (isKeyActive(key, now)) return null
  return key.revoked_at === null ? 'Ended' : 'Revoked'
}

/** The addresses in a text with one address per line. */
export const networksOf = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '')

/** A key that ends on a day works until the end of that day (UTC). */
export const endOfDay = (day: string): string | null => (day === '' ? null : `${day}T23:59:59Z`)
