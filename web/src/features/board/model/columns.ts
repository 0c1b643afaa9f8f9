import type { Card } from '@studiohub/contract/features/board/schema.ts'
import type { Phase } from '@studiohub/contract/features/projects/words.ts'

export type BoardFilterValues = { q: string; project: string }
export type Columns = Record<Phase, Card[]>

/** The filtered cards of each column, in order. */
export function groupByPhase(cards: readonly Card[], { q, project }: BoardFilterValues): Columns {
  const searchText = q.trim().toLowerCase()
  const columns: Columns = { pre_production: [], production: [], post_production: [], distribution: [], analytics: [] }
  for (const card of cards) {
    if (project !== '' && card.project_id !== project) continue
    if (searchText !== '' && !`${card.title}\n${card.description}`.toLowerCase().includes(searchText)) continue
    columns[card.phase].push(card)
  }
  return columns
}
