import { splitLegalText } from '@studiohub/contract/features/legal-texts/rules.ts'
import { type LegalKind, legalKinds, legalTitles } from '@studiohub/contract/features/legal-texts/words.ts'
import { type FieldConflict, type FieldVersions, listConflictingNames } from '#lib/forms/three-way.ts'

/** The fields of a form with legal texts. A studio's form has no terms. */
export type LegalFields = { [kind in LegalKind]?: string }

/** The first paragraph on one line, else the first heading. */
export function describeBeginning(text: string) {
  const paragraphs = splitLegalText(text)
  const first = paragraphs.find((paragraph) => paragraph.text)?.text ?? paragraphs[0]?.heading
  return first?.replaceAll('\n', ', ')
}

/** The texts that both sides changed. A text can be very long, so each side shows the first paragraph that differs. */
export function findTextConflicts(sides: FieldVersions<LegalFields>): FieldConflict[] {
  const conflicting = listConflictingNames(sides)
  return legalKinds
    .filter((kind) => conflicting.includes(kind))
    .map((kind) => {
      const mine = sides.mine[kind] ?? ''
      const theirs = sides.theirs[kind] ?? ''
      return {
        label: legalTitles[kind],
        mine: describeDifference(mine, theirs),
        theirs: describeDifference(theirs, mine),
      }
    })
}

function describeDifference(text: string, otherText: string) {
  const paragraphs = listParagraphs(text)
  const otherParagraphs = listParagraphs(otherText)
  if (paragraphs.length === 0) return 'empty'
  return paragraphs.find((paragraph, index) => paragraph !== otherParagraphs[index]) ?? 'no further paragraph'
}

/** Each paragraph with its heading, on one line. */
const listParagraphs = (text: string) =>
  splitLegalText(text).map((paragraph) =>
    [paragraph.heading, paragraph.text]
      .filter((part) => part !== null)
      .join(': ')
      .replaceAll('\n', ', '),
  )
