import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The id of the item that a link opens, from a part of the URL's query, and a function that removes that part. */
export function useLinked(name: string): [string | null, () => void] {
  const [params, setParams] = useSearchParams()
  const forget = useCallback(
    () =>
      setParams(
        (now) => {
          now.delete(name)
          return now
        },
        { replace: true, preventScrollReset: true },
      ),
    [name, setParams],
  )
  return [params.get(name), forget]
}
