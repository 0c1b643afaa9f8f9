/** The roles that are held at a studio; the others belong to the platform and name none (spec section 5). */
export const studioRoles = ['studio_admin', 'staff', 'client'] as const

export const studioSorts = ['name', '-name', '-created_at', 'created_at', 'type', 'location', 'tier'] as const
export type StudioSort = (typeof studioSorts)[number]

/** `paused` by the studio itself, `suspended` by an operator. */
export const studioStates = ['active', 'paused', 'suspended'] as const
export type StudioState = (typeof studioStates)[number]

export const studioStateOf = (studio: { is_active: boolean; suspended_at: string | null }): StudioState =>
  studio.is_active ? 'active' : studio.suspended_at === null ? 'paused' : 'suspended'

/** For how many days an operator shuts somebody out; null until it is lifted. */
export const suspensionDays = [1, 7, 30, null] as const

export const SEARCH_MAX = 100
