export const roles = ['super_admin', 'studio_admin', 'staff', 'client', 'partner'] as const
export type Role = (typeof roles)[number]

/** Spec section 2, Profile: how each role is called. */
export const roleLabels: Record<Role, string> = {
  super_admin: 'Super Admin',
  studio_admin: 'Studio Admin',
  staff: 'Crew Member',
  client: 'Client',
  partner: 'Partner',
}

/**
 * Who is asking, as the database says: a visitor has no `user_id`, a person without an active role no `role`.
 * The newest active role row decides (spec section 4).
 */
export type Actor = {
  user_id: string | null
  session_id: string | null
  role: Role | null
  studio_id: string | null
  aal: 'aal1' | 'aal2' | null
  /** The session began on this studio's own domain and is good for this studio only. */
  bound?: { studio_id: string; has_other_roles: boolean }
}

export const visitor: Actor = { user_id: null, session_id: null, role: null, studio_id: null, aal: null }

/**
 * Where a person belongs after signing in (spec section 2; the partner's home is a decision of ours).
 * A client's home needs their studio's slug; without one the callback decides.
 */
export function homeFor(role: Role, studioSlug?: string | null): string {
  switch (role) {
    case 'super_admin':
      return '/super-admin'
    case 'studio_admin':
      return '/studio'
    case 'staff':
      return '/staff'
    case 'partner':
      return '/partner/dashboard'
    case 'client':
      return studioSlug ? `/${studioSlug}` : '/auth/callback'
  }
}

/** Whether the actor runs this studio: its own admin, or the platform's operator. */
export function runsStudio(actor: Actor, studio_id: string): boolean {
  return actor.role === 'super_admin' || (actor.role === 'studio_admin' && actor.studio_id === studio_id)
}

/** Whether the actor works at this studio, as its admin or crew. */
export function worksAtStudio(actor: Actor, studio_id: string): boolean {
  return runsStudio(actor, studio_id) || (actor.role === 'staff' && actor.studio_id === studio_id)
}

/**
 * Whether what a client makes at a studio is the actor's, too: their own, or of a studio at which they work. Operators look
 * at it and take away what must go, and make none of it.
 */
export function sharesWork(actor: Actor, { studio_id, client_id }: { studio_id: string; client_id: string }): boolean {
  if (actor.studio_id !== studio_id) return false
  if (actor.role === 'client') return actor.user_id === client_id
  return actor.role === 'studio_admin' || actor.role === 'staff'
}
