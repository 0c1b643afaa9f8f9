import type { Studio, StudioChanges } from '@studiohub/contract/features/studios/schema.ts'
import type { DefaultValues, Path } from 'react-hook-form'
import { z } from 'zod'
import { listConflictingNames, mergeVersions, type ThreeWayMerge } from '#lib/forms/three-way.ts'
import { useLiveStudio } from '../api.ts'
import { useStudioForm } from './use-studio-form.ts'

type Values = Record<string, string | boolean>
const DraftFields = z.record(z.string(), z.union([z.string(), z.boolean()]))

type SettingsOptions<Fields extends Values, Output> = {
  studio: Studio
  /** Its draft is named after it. */
  tab: string
  schema: z.ZodType<Output, Fields>
  /** The form values of a studio. */
  toFields: (studio: Studio) => Fields & DefaultValues<Fields>
  /** Builds the request, with changed fields only. */
  toChanges: (values: Output, isChanged: (...names: (keyof Fields)[]) => boolean) => StudioChanges
  fields: readonly SettingsField<Path<Fields>>[]
}

/** A field as the dialog about conflicts shows it. */
export type SettingsField<Name extends string> = { name: Name; label: string; formatValue?: (value: string) => string }

/** One settings tab as a form, with texts and switches. Only changed fields are sent. */
export function useSettings<Fields extends Values, Output>(options: SettingsOptions<Fields, Output>) {
  const { toChanges, fields, ...others } = options
  useLiveStudio()
  return useStudioForm({
    ...others,
    draftFields: DraftFields,
    threeWay: createThreeWay(options),
    fieldNames: fields.map(({ name }) => name),
    toChanges: (values, { sent, base }) =>
      toChanges(values, (...names) => names.some((name) => sent[name] !== base[name])),
  })
}

function createThreeWay<Fields extends Values, Output>({
  fields,
}: SettingsOptions<Fields, Output>): ThreeWayMerge<Fields> {
  return {
    findConflicts: (sides) => {
      const conflicting = listConflictingNames(sides)
      return fields
        .filter(({ name }) => conflicting.includes(name))
        .map(({ name, label, formatValue }) => ({
          label,
          mine: describeValue(sides.mine[name], formatValue),
          theirs: describeValue(sides.theirs[name], formatValue),
        }))
    },
    merge: mergeVersions,
  }
}

function describeValue(value: string | boolean | undefined, formatText: (value: string) => string = String) {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value ? formatText(value) : 'empty'
}
