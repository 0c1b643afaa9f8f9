import { toPlainText } from '../rules.ts'
import type { ImportValue } from '../schema.ts'
import { IMPORT_VALUES_MAX, OTHERS, SKIP } from '../words.ts'

/** A service, room, person or piece of equipment of the studio. */
export type Target = { value: string; label: string }
/** `choiceOf`: the target that a text of the file is assigned to; null if the person has to choose. */
export type Assignment = { choiceOf: (text: string) => string | null; values: ImportValue[] }

const PART_LENGTH_MIN = 4

/** The target with the same name, else with the longest name in the text, else the only one whose name contains the text. */
export function guessTarget(text: string, targets: readonly Target[]): string | null {
  const name = toPlainText(text)
  if (name === '') return null
  const same = targets.find(({ value, label }) => toPlainText(label) === name || value === text)
  if (same) return same.value
  const isPart = (part: string, whole: string) => part.length >= PART_LENGTH_MIN && ` ${whole} `.includes(` ${part} `)
  const namesInText = targets
    .filter(({ label }) => isPart(toPlainText(label), name))
    .toSorted((a, b) => b.label.length - a.label.length)
  if (namesInText[0]) return namesInText[0].value
  const namesWithText = targets.filter(({ label }) => isPart(name, toPlainText(label)))
  return namesWithText.length === 1 ? (namesWithText[0]?.value ?? null) : null
}

type AssignmentInput = {
  targets: readonly Target[]
  /** The choices of the person, by text. */
  chosen: Readonly<Record<string, string>>
  /** The target of an empty text; null if the person has to choose. */
  choiceOfEmpty: string | null
}

/** Assigns the texts of a file to the studio's services or resources: by the person's choice, else by their names. */
export function assignValues(
  texts: readonly string[],
  { targets, chosen, choiceOfEmpty }: AssignmentInput,
): Assignment {
  const possibleChoices = new Set([SKIP, ...targets.map(({ value }) => value)])
  const chosenFor = (text: string) => {
    const choice = Object.hasOwn(chosen, text) ? chosen[text] : undefined
    return choice !== undefined && possibleChoices.has(choice) ? choice : null
  }
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const choiceForOthers = chosenFor(OTHERS)
  const choices = new Map(
    [...counts.keys()].map((text) => {
      const guess = text === '' ? choiceOfEmpty : guessTarget(text, targets)
      return [text, chosenFor(text) ?? guess ?? (text === '' ? null : choiceForOthers)] as const
    }),
  )
  // Texts without a target come first, then those that many lines have.
  const values = [...counts]
    .filter(([text]) => text !== '' || choiceOfEmpty === null)
    .map(([value, count]) => ({ value, count, choice: choices.get(value) ?? null }))
    .toSorted((a, b) => Number(a.choice !== null) - Number(b.choice !== null) || b.count - a.count)
  return { choiceOf: (text) => choices.get(text) ?? null, values: values.slice(0, IMPORT_VALUES_MAX) }
}
