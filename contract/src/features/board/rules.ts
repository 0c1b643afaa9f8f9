import type { Phase } from '../projects/words.ts'
import type { Card } from './schema.ts'

const mention = /@\[([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\]/g

/** How a mention stands in a comment: by the person's id, so that the name read is always the one they have now. */
export const mentionOf = (user_id: string) => `@[${user_id}]`

/** Who is mentioned in a comment, each once. */
export const mentionsIn = (body: string): string[] => [
  ...new Set([...body.matchAll(mention)].flatMap(([, id]) => id ?? [])),
]

/** A comment split into its text and the people it mentions. */
export function partsOf(body: string): ({ text: string } | { user_id: string })[] {
  return body.split(mention).flatMap((part, index): ({ text: string } | { user_id: string })[] => {
    if (index % 2 === 1) return [{ user_id: part }]
    return part === '' ? [] : [{ text: part }]
  })
}

/**
 * Writes the names that somebody typed after an `@` as mentions. The longest name wins where one begins another.
 * @returns the comment as it is sent
 */
export function writeMentions(text: string, people: readonly { user_id: string; full_name: string | null }[]): string {
  const named = people
    .flatMap(({ user_id, full_name }) => (full_name ? [{ user_id, full_name }] : []))
    .sort((one, other) => other.full_name.length - one.full_name.length)
  return named.reduce((body, { user_id, full_name }) => body.replaceAll(`@${full_name}`, mentionOf(user_id)), text)
}

/** Where a card comes to lie: in a column, in front of another card or at its end. */
export type CardPosition = { phase: Phase; before_id: string | null }
export type CardMoveRequest = CardPosition & { card: Pick<Card, 'id' | 'phase'> }

/** The cards after a move, in the order in which the server will send them. */
export function withMoved(cards: readonly Card[], { card, phase, before_id }: CardMoveRequest): Card[] {
  const moved = cards.find(({ id }) => id === card.id)
  if (!moved) return [...cards]
  const rest = cards.filter(({ id }) => id !== card.id)
  const at = rest.findIndex(({ id }) => id === before_id)
  return rest.toSpliced(at === -1 ? rest.length : at, 0, { ...moved, phase })
}
