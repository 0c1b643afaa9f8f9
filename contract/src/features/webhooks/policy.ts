import type { Actor } from '../../actor.ts'

/** Only admins of the studio see and change its webhooks, because payloads contain data of all clients. */
export const canManageWebhooks = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && actor.role === 'studio_admin'
