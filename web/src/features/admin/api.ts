import { api } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'

export const ROWS_PER_PAGE = 20
export const TRAIL_PER_PAGE = 50
export const adminKey = api.admin.key()
export const loadError = { failed: 'Error loading data' } as const

/** Refetches this feature's data when roles or studios change on the server. */
export function useLivePlatform() {
  useLive('roles', adminKey)
  useLive('studios', adminKey)
}

export type OptionalFields<Query> = { [Key in keyof Query]?: Query[Key] | undefined }
