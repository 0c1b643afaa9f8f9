import type { FieldValues } from 'react-hook-form'

/** The same fields in three versions: the common base, the form's values (`mine`), the saved values (`theirs`). */
export type Sides<Fields> = { base: Fields; mine: Fields; theirs: Fields }

/** Which value wins when both sides changed the same field. */
export type Side = 'mine' | 'theirs'

/** A field that both sides changed, with both values as text. */
export type Clash = { label: string; mine: string; theirs: string }

/** How the fields of one form are compared and merged. */
export type ThreeWay<Fields> = {
  clashes: (sides: Sides<Fields>) => Clash[]
  merge: (sides: Sides<Fields>, take: Side) => Fields
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const changedNames = <Fields extends FieldValues>(now: Fields, base: Fields) =>
  [...new Set([...Object.keys(base), ...Object.keys(now)])].filter((name) => !isSame(now[name], base[name]))

/** The names that both sides changed to different values. A name missing on one side was removed there. */
export const clashingNames = <Fields extends FieldValues>({ base, mine, theirs }: Sides<Fields>) =>
  changedNames(mine, base).filter((name) => !isSame(theirs[name], base[name]) && !isSame(mine[name], theirs[name]))

/** The saved fields with my changes on top; `take` decides the clashing names. A removed name is undefined. */
export function mergeSides<Fields extends FieldValues>(sides: Sides<Fields>, take: Side): Fields {
  const theirs = take === 'theirs' ? clashingNames(sides) : []
  const own = changedNames(sides.mine, sides.base).filter((name) => !theirs.includes(name))
  return { ...sides.theirs, ...Object.fromEntries(own.map((name) => [name, sides.mine[name]])) }
}
