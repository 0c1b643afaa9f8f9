import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Returns the id that this parameter of the URL names, or null, and a function that removes the parameter. */
export function useIdInUrl(name: string): [string | null, () => void] {
  const [params, setParams] = useSearchParams()
  const removeId = useCallback(
    () =>
      setParams(
        (current) => {
          current.delete(name)
          return current
        },
        { replace: true, preventScrollReset: true },
      ),
    [name, setParams],
  )
  return [params.get(name), removeId]
}
