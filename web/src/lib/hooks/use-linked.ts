import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The id of the item that the URL's query opens, and a function that removes it from the URL. */
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
