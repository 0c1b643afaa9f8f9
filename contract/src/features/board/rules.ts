import type { Phase } from '../projects/words.ts'
import type { Card } from './schema.ts'

const mentionPattern = /@\[([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\]/g

/** A mention as stored in a comment: by the person's id, so it always shows their current name. */
export const formatMention = (user_id: string) => `@[${user_id}]`

/** The ids of the people mentioned in a comment, without duplicates. */
export const mentionsIn = (body: string): string[] => [
  ...new Set([...body.matchAll(mentionPattern)].flatMap(([, id]) => id ?? [])),
]

/** A comment split into its text and the people it mentions. */
export function splitMentions(body: string): ({ text: string } | { user_id: string })[] {
  return body.split(mentionPattern).flatMap((part, index): ({ text: string } | { user_id: string })[] => {
    if (index % 2 === 1) return [{ user_id: part }]
    return part === '' ? [] : [{ text: part }]
  })
}

/**
 * Replaces names typed after an `@` by mentions. If a name is the start of another one, the longer name wins.
 * @returns the comment to send
 */
export function writeMentions(text: string, people: readonly { user_id: string; full_name: string | null }[]): string {
  const namedPeople = people
    .flatMap(({ user_id, full_name }) => (full_name ? [{ user_id, full_name }] : []))
    .sort((a, b) => b.full_name.length - a.full_name.length)
  return namedPeople.reduce(
    (body, { user_id, full_name }) => body.replaceAll(`@${full_name}`, formatMention(user_id)),
    text,
  )
}

/** A position on the board: before another card of the column, or at the column's end (`before_id` is null). */
export type CardPosition = { phase: Phase; before_id: string | null }
export type CardMoveRequest = CardPosition & { card: Pick<Card, 'id' | 'phase'> }

/** The cards after a move, in the order in which the server will list them. */
export function applyCardMove(cards: readonly Card[], { card, phase, before_id }: CardMoveRequest): Card[] {
  const movedCard = cards.find(({ id }) => id === card.id)
  if (!movedCard) return [...cards]
  const otherCards = cards.filter(({ id }) => id !== card.id)
  const index = otherCards.findIndex(({ id }) => id === before_id)
  return otherCards.toSpliced(index === -1 ? otherCards.length : index, 0, { ...movedCard, phase })
}
