import { useMemo } from 'react'
import { useSearchParams } from 'react-router'

export type InUrl = { q: string; project: string; card: string }

/** What a reload keeps: the filter, and which card is open. */
export function useInUrl(): [InUrl, (part: Partial<InUrl>) => void] {
  const [params, setParams] = useSearchParams()
  const [q, project, card] = ['q', 'project', 'card'].map((name) => params.get(name) ?? '')
  const inUrl = useMemo(() => ({ q: q ?? '', project: project ?? '', card: card ?? '' }), [q, project, card])
  const go = (part: Partial<InUrl>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(part)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { preventScrollReset: true, replace: part.card === undefined },
    )
  return [inUrl, go]
}
