import type { FieldValues } from 'react-hook-form'

/** The same fields in three versions: the common base, the form's values (`mine`), the saved values (`theirs`). */
export type FieldVersions<Fields> = { base: Fields; mine: Fields; theirs: Fields }

/** Which value wins when both sides changed the same field. */
export type Side = 'mine' | 'theirs'

/** A field that both sides changed, with both values as text. */
export type FieldConflict = { label: string; mine: string; theirs: string }

/** How the fields of one form are compared and merged. */
export type ThreeWayMerge<Fields> = {
  findConflicts: (sides: FieldVersions<Fields>) => FieldConflict[]
  merge: (sides: FieldVersions<Fields>, winner: Side) => Fields
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const listChangedNames = <Fields extends FieldValues>(current: Fields, base: Fields) =>
  [...new Set([...Object.keys(base), ...Object.keys(current)])].filter((name) => !isSame(current[name], base[name]))

/** The names of the fields that both sides changed to different values. If a side lacks a name, that side removed it. */
export const listConflictingNames = <Fields extends FieldValues>({ base, mine, theirs }: FieldVersions<Fields>) =>
  listChangedNames(mine, base).filter((name) => !isSame(theirs[name], base[name]) && !isSame(mine[name], theirs[name]))

/** The saved fields with the changes of this form. For conflicting names the side `winner` wins. A removed name is undefined. */
export function mergeVersions<Fields extends FieldValues>(sides: FieldVersions<Fields>, winner: Side): Fields {
  const rejectedNames = winner === 'theirs' ? listConflictingNames(sides) : []
  const appliedNames = listChangedNames(sides.mine, sides.base).filter((name) => !rejectedNames.includes(name))
  return { ...sides.theirs, ...Object.fromEntries(appliedNames.map((name) => [name, sides.mine[name]])) }
}
