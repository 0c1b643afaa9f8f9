import { useMemo } from 'react'
import { useSearchParams } from 'react-router'

export type BoardUrlState = { q: string; project: string; card: string }

/** The state of the board in the URL: filter and open card. */
export function useBoardUrlState(): [BoardUrlState, (part: Partial<BoardUrlState>) => void] {
  const [params, setParams] = useSearchParams()
  const [q, project, card] = ['q', 'project', 'card'].map((name) => params.get(name) ?? '')
  const urlState = useMemo(() => ({ q: q ?? '', project: project ?? '', card: card ?? '' }), [q, project, card])
  const update = (part: Partial<BoardUrlState>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(part)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { preventScrollReset: true, replace: part.card === undefined },
    )
  return [urlState, update]
}
