export const roles = ['super_admin', 'studio_admin', 'staff', 'client', 'partner'] as const
export type Role = (typeof roles)[number]

/** Spec section 2, Profile: display name of each role. */
export const roleLabels: Record<Role, string> = {
  super_admin: 'Super Admin',
  studio_admin: 'Studio Admin',
  staff: 'Crew Member',
  client: 'Client',
  partner: 'Partner',
}

/**
 * The caller as stored in the database: a visitor has no `user_id`, a user without an active role no `role`. The newest
 * active role decides (spec section 4).
 */
export type Actor = {
  user_id: string | null
  session_id: string | null
  role: Role | null
  studio_id: string | null
  /** The client record of an actor who is a client, at that studio. */
  client_id: string | null
  /** Crew who also work at the studio's desk (decision 0094). */
  at_desk?: boolean
  aal: 'aal1' | 'aal2' | null
  /** The call was made with an API key. It acts for the person who made it, with the chosen permissions only. */
  key?: { id: string; scopes: readonly string[] }
  /** The session started on this studio's own domain and is valid for this studio only. */
  bound_studio?: { studio_id: string; has_other_roles: boolean }
  /** An operator who sees this studio as its admin until then, without changing anything (decision 0169). */
  owner_view?: { ends_at: string }
}

export const visitor: Actor = {
  user_id: null,
  session_id: null,
  role: null,
  studio_id: null,
  client_id: null,
  aal: null,
}

/**
 * The home page of a role (spec section 2; the partner's is our decision). For clients it needs the slug of their studio;
 * without one it is the callback page, which finds the studio. Crew at the desk get the admin's home page.
 */
export function homeFor(role: Role, studioSlug?: string | null, at_desk = false): string {
  switch (role) {
    case 'super_admin':
      return '/super-admin'
    case 'studio_admin':
      return '/studio'
    case 'staff':
      return at_desk ? '/studio' : '/staff'
    case 'partner':
      return '/partner/dashboard'
    case 'client':
      return studioSlug ? `/${studioSlug}` : '/auth/callback'
  }
}

/** Whether the actor runs this studio, as its admin or as operator. */
export function isAdminOrOperator(actor: Actor, studio_id: string): boolean {
  return actor.role === 'super_admin' || (actor.role === 'studio_admin' && actor.studio_id === studio_id)
}

/** Whether the actor may do the desk work of this studio: its admin, an operator, or crew at the desk. */
export function worksAtDesk(actor: Actor, studio_id: string): boolean {
  return isAdminOrOperator(actor, studio_id) || (actor.at_desk === true && actor.studio_id === studio_id)
}

/** Whether the actor works at this studio, as admin or crew. */
export function worksAtStudio(actor: Actor, studio_id: string): boolean {
  return isAdminOrOperator(actor, studio_id) || (actor.role === 'staff' && actor.studio_id === studio_id)
}

/**
 * Whether the actor may create and change a client's projects and cards: the client, or admins and crew of the studio.
 * Operators can only view and delete them.
 */
export function canEditWork(actor: Actor, { studio_id, client_id }: { studio_id: string; client_id: string }): boolean {
  if (actor.studio_id !== studio_id) return false
  if (actor.role === 'client') return actor.client_id === client_id
  return actor.role === 'studio_admin' || actor.role === 'staff'
}
