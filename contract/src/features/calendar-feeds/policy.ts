import type { Actor } from '../../actor.ts'
import type { FeedKind } from './schema.ts'

/** Clients, crew and admins can create their own calendar address; only admins create the studio's. */
export function canOpenFeed(actor: Actor, kind: FeedKind): boolean {
  if (actor.studio_id === null) return false
  if (actor.role === 'studio_admin') return true
  return kind === 'person' && (actor.role === 'staff' || actor.role === 'client')
}
