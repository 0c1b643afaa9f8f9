import { type ApiKeyScope, apiKeyAreaNames, apiKeyAreas } from './words.ts'

const scopeByCall = new Map<string, ApiKeyScope>(
  apiKeyAreaNames.flatMap((area) => [
    ...apiKeyAreas[area].reads.map((call): [string, ApiKeyScope] => [call, `${area}:read`]),
    ...apiKeyAreas[area].writes.map((call): [string, ApiKeyScope] => [call, `${area}:write`]),
  ]),
)

/** The permission that a key needs for a call; null if keys cannot make this call. @param call such as `bookings.list` */
export const scopeOfCall = (call: string | undefined): ApiKeyScope | null => scopeByCall.get(call ?? '') ?? null

/** Whether a key with these permissions may make a call. Writing includes reading. */
export function isCallAllowed(scopes: readonly string[], call: string | undefined): boolean {
  const scope = scopeOfCall(call)
  return scope !== null && (scopes.includes(scope) || scopes.includes(scope.replace(/:read$/, ':write')))
}

/** Whether a call only reads. */
export const isReadCall = (call: string | undefined): boolean => scopeOfCall(call)?.endsWith(':read') === true

type KeyDates = { ends_at: string | null; revoked_at: string | null }

/** Whether a key has neither ended nor been revoked at this time. Other conditions are not checked. */
export const isKeyActive = ({ ends_at, revoked_at }: KeyDates, now: Date): boolean =>
  revoked_at === null && (ends_at === null || Date.parse(ends_at) > now.getTime())
