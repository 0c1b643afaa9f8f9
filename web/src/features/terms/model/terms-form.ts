import type { NewTerms, TermsVersion } from '@studiohub/contract/features/terms/schema.ts'
import { z } from 'zod'
import type { SavedFields } from '#lib/forms/saved-form.ts'
import { type FieldVersions, listConflictingNames, mergeVersions, type ThreeWayMerge } from '#lib/forms/three-way.ts'

/** The form's fields. Each is optional, because the contract has defaults. */
export type TermsFields = z.input<typeof NewTerms>

export const DraftTerms = z
  .object({ text: z.string(), needs_signature: z.boolean(), signed_services: z.array(z.string()).nullable() })
  .partial()

/** The fields of the latest version. Its number is the version that the form began from. */
export const toSavedFields = (latest: TermsVersion | null): SavedFields<TermsFields> => ({
  version: latest?.number ?? 0,
  fields: {
    text: latest?.text ?? '',
    needs_signature: latest?.needs_signature ?? false,
    signed_services: latest?.signed_services ?? null,
  },
})

/** @param serviceLabels the label of each service, by key */
export const termsMerge = (serviceLabels: ReadonlyMap<string, string>): ThreeWayMerge<TermsFields> => ({
  findConflicts: (sides) => findTermsConflicts(sides, serviceLabels),
  merge: (sides, winner) => {
    const merged = mergeVersions(sides, winner)
    // Without a signature the form shows no services, so an error about them would be invisible.
    return merged.needs_signature ? merged : { ...merged, signed_services: null }
  },
})

function findTermsConflicts(sides: FieldVersions<TermsFields>, serviceLabels: ReadonlyMap<string, string>) {
  const conflicting = listConflictingNames(sides)
  const describe = (own: TermsFields, other: TermsFields) => ({
    text: describeDifference(own.text, other.text),
    needs_signature: own.needs_signature ? 'on' : 'off',
    signed_services: own.signed_services?.map((key) => serviceLabels.get(key) ?? key).join(', ') ?? 'all services',
  })
  const mine = describe(sides.mine, sides.theirs)
  const theirs = describe(sides.theirs, sides.mine)
  const parts = [
    { name: 'text', label: 'Text' },
    { name: 'needs_signature', label: 'Clients sign the terms' },
    { name: 'signed_services', label: 'Only for these services' },
  ] as const
  return parts
    .filter(({ name }) => conflicting.includes(name))
    .map(({ name, label }) => ({ label, mine: mine[name], theirs: theirs[name] }))
}

/** The first line that differs, because the terms can be very long. */
function describeDifference(text: string, otherText: string) {
  const lines = listLines(text)
  const otherLines = listLines(otherText)
  if (lines.length === 0) return 'empty'
  return lines.find((line, index) => line !== otherLines[index]) ?? 'no further line'
}

const listLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
