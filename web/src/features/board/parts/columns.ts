import type { Card } from '@studiohub/contract/features/board/schema.ts'
import { type Phase, phases } from '@studiohub/contract/features/projects/words.ts'

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

/** Where a card comes to lie: in a column, in front of another card or at its end. */
export type Place = { phase: Phase; before_id: string | null }
export type Wish = Place & { card: Pick<Card, 'id' | 'phase'> }

/** The cards after a move, in the order in which the server will send them. */
export function withMoved(cards: readonly Card[], { card, phase, before_id }: Wish): Card[] {
  const moved = cards.find(({ id }) => id === card.id)
  if (!moved) return [...cards]
  const rest = cards.filter(({ id }) => id !== card.id)
  const at = rest.findIndex(({ id }) => id === before_id)
  return rest.toSpliced(at === -1 ? rest.length : at, 0, { ...moved, phase })
}

export const isPhase = (text: string | null | undefined): text is Phase => phases.some((phase) => phase === text)
