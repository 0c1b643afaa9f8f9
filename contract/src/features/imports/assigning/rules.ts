import type { ImportValue } from '../schema.ts'
import { IMPORT_VALUES_MAX, OTHERS, SKIP } from '../words.ts'

/** A service, room, person or piece of equipment of the studio. */
export type Target = { value: string; label: string }
/** `choice`: what a text of the file stands for, null if the person has to choose. */
export type Assignment = { choiceOf: (text: string) => string | null; values: ImportValue[] }

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const SHORTEST = 4

/** The target that a text names: the same name, else the longest name that is a part of it, else the only one that it is a part of. */
export function guessTarget(text: string, targets: readonly Target[]): string | null {
  const name = plain(text)
  if (name === '') return null
  const same = targets.find(({ value, label }) => plain(label) === name || value === text)
  if (same) return same.value
  const isPart = (part: string, whole: string) => part.length >= SHORTEST && ` ${whole} `.includes(` ${part} `)
  const within = targets
    .filter(({ label }) => isPart(plain(label), name))
    .toSorted((a, b) => b.label.length - a.label.length)
  if (within[0]) return within[0].value
  const around = targets.filter(({ label }) => isPart(name, plain(label)))
  return around.length === 1 ? (around[0]?.value ?? null) : null
}

type Assigning = {
  targets: readonly Target[]
  /** What the person chose. */
  chosen: Readonly<Record<string, string>>
  /** What an empty text stands for; null: the person has to choose. */
  empty: string | null
}

/** Assigns the texts of a file to the studio's own services or resources: as chosen, else by their names. */
export function assignValues(texts: readonly string[], { targets, chosen, empty }: Assigning): Assignment {
  const known = new Set([SKIP, ...targets.map(({ value }) => value)])
  const chosenFor = (text: string) => {
    const choice = Object.hasOwn(chosen, text) ? chosen[text] : undefined
    return choice !== undefined && known.has(choice) ? choice : null
  }
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const others = chosenFor(OTHERS)
  const choices = new Map(
    [...counts.keys()].map((text) => {
      const guess = text === '' ? empty : guessTarget(text, targets)
      return [text, chosenFor(text) ?? guess ?? (text === '' ? null : others)] as const
    }),
  )
  // Names without a match first, and those that many lines have.
  const values = [...counts]
    .filter(([text]) => text !== '' || empty === null)
    .map(([value, count]) => ({ value, count, choice: choices.get(value) ?? null }))
    .toSorted((a, b) => Number(a.choice !== null) - Number(b.choice !== null) || b.count - a.count)
  return { choiceOf: (text) => choices.get(text) ?? null, values: values.slice(0, IMPORT_VALUES_MAX) }
}
