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
  merge: (sides: FieldVersions<Fields>, take: Side) => Fields
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const changedNames = <Fields extends FieldValues>(now: Fields, base: Fields) =>
  [...new Set([...Object.keys(base), ...Object.keys(now)])].filter((name) => !isSame(now[name], base[name]))

/** The names that both sides changed to different values. A name missing on one side was removed there. */
export const conflictingNames = <Fields extends FieldValues>({ base, mine, theirs }: FieldVersions<Fields>) =>
  changedNames(mine, base).filter((name) => !isSame(theirs[name], base[name]) && !isSame(mine[name], theirs[name]))

/** The saved fields with my changes applied. `take` decides about conflicting names. A removed name is undefined. */
export function mergeVersions<Fields extends FieldValues>(sides: FieldVersions<Fields>, take: Side): Fields {
  const theirs = take === 'theirs' ? conflictingNames(sides) : []
  const own = changedNames(sides.mine, sides.base).filter((name) => !theirs.includes(name))
  return { ...sides.theirs, ...Object.fromEntries(own.map((name) => [name, sides.mine[name]])) }
}
