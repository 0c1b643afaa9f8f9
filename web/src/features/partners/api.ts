import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'

/** The user's newest application, or null. */
export const useOwnApplication = () => useQuery(api.partners.getOwnApplication.queryOptions())
