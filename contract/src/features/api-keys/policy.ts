import type { Actor } from '../../actor.ts'

/** Only admins of the studio see and create its keys. */
export const canManageApiKeys = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && actor.role === 'studio_admin'

/** People with a role at a studio create keys of their own. Operators cannot, because their key would open every studio. */
export const canHaveOwnApiKeys = (actor: Actor) =>
  actor.studio_id !== null && (actor.role === 'studio_admin' || actor.role === 'staff' || actor.role === 'client')

/** Admins change and revoke the keys of their studio, and all people their own. */
export const canChangeApiKey = (
  actor: Actor,
  key: { studio_id: string; user_id: string; is_personal: boolean },
): boolean => (key.is_personal ? key.user_id === actor.user_id : canManageApiKeys(actor, key.studio_id))
