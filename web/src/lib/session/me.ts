import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fetchAsPerson, readAnswer } from '../server/fetch-as-person.ts'

// Asked for before the next page is known, where the API's client and what reads queries are not there yet.
async function readMe({ signal }: { signal: AbortSignal }): Promise<Me> {
  return readAnswer(await fetchAsPerson(new Request(`${window.location.origin}/api/v1/me`, { signal })))
}

/** All that the browser knows of its person; the guards read it before any screen does. */
export const meQuery = () => queryOptions({ queryKey: ['me'], queryFn: readMe, staleTime: 60_000 })

/** Asks the server again who the person is: after anything that gives or takes a role. */
export const readMeAgain = (queryClient: QueryClient) => queryClient.fetchQuery({ ...meQuery(), staleTime: 0 })
