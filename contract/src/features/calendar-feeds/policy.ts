import type { Actor } from '../../actor.ts'
import type { FeedKind } from './schema.ts'

/** Anyone who books or works at a studio has an address of their own; the studio's is its admin's to give. */
export function canOpenFeed(actor: Actor, kind: FeedKind): boolean {
  if (actor.studio_id === null) return false
  if (actor.role === 'studio_admin') return true
  return kind === 'person' && (actor.role === 'staff' || actor.role === 'client')
}
