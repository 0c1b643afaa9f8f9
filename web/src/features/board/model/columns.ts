import type { Card } from '@studiohub/contract/features/board/schema.ts'
import type { Phase } from '@studiohub/contract/features/projects/words.ts'

export type Filter = { q: string; project: string }
export type Columns = Record<Phase, Card[]>

/** The cards of each column in their order, those that the filter lets through. */
export function columnsOf(cards: readonly Card[], { q, project }: Filter): Columns {
  const wanted = q.trim().toLowerCase()
  const columns: Columns = { pre_production: [], production: [], post_production: [], distribution: [], analytics: [] }
  for (const card of cards) {
    if (project !== '' && card.project_id !== project) continue
    if (wanted !== '' && !`${card.title}\n${card.description}`.toLowerCase().includes(wanted)) continue
    columns[card.phase].push(card)
  }
  return columns
}
