import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'

/** One's own newest application, or null. */
export const useOwnApplication = () => useQuery(api.partners.getOwnApplication.queryOptions())
