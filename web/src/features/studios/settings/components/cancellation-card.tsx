import { cancellationText } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import { CANCELLATION_STEPS_MAX, CancellationPolicy } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Plus, X } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { type FieldConflict, type FieldVersions, listConflictingNames, mergeVersions } from '#lib/forms/three-way.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { useStudioForm } from '../hooks/use-studio-form.ts'
import { exampleStart } from '../model/example-start.ts'
import { CardSave } from './card-save.tsx'
import { tableRowClasses, UnitInput } from './unit-input.tsx'

type PolicyForm = UseFormReturn<CancellationPolicy, unknown, CancellationPolicy>

const NUMBER = { setValueAs: (text: unknown) => (text === '' ? Number.NaN : Number(text)) }

// An empty field is NaN, which a draft stores as null.
const draftNumber = z
  .number()
  .nullable()
  .transform((number) => number ?? Number.NaN)
const DraftPolicy = z
  .object({
    steps: z.array(z.object({ hours: draftNumber, percent: draftNumber })),
    late_percent: draftNumber,
    no_show_percent: draftNumber,
  })
  .partial()

const toPolicy = ({ cancellation_policy }: Studio) => cancellation_policy

/** The cancellation policy of new bookings, as sentences. */
export function CancellationCard({ studio }: { studio: Studio }) {
  const { form, submit, bar } = useStudioForm({
    studio,
    tab: 'cancellation',
    schema: CancellationPolicy,
    draftFields: DraftPolicy,
    toFields: toPolicy,
    toChanges: (cancellation_policy) => ({ cancellation_policy }),
    threeWay: { findConflicts: findPolicyConflicts, merge: mergeVersions },
  })
  return (
    <Card
      title="Cancellation"
      description="What a confirmed session costs if it is cancelled. Existing bookings keep their policy."
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Steps form={form} />
        {/* In the columns of the steps. Both labels have two lines there, so that the fields stay in one row. */}
        <div className={cx(stepColumnsClasses, 'grid gap-3 sm:gap-4 [&_label]:min-h-10 [&_label]:text-balance')}>
          <Percent form={form} name="late_percent" label={lateLabel(form.watch('steps'))} />
          <Percent form={form} name="no_show_percent" label={NO_SHOW_LABEL} />
        </div>
        <Example policy={form.watch()} studio={studio} />
        <p className="text-sm text-muted-foreground">
          {studio.cancellation_cutoff_hours === 0
            ? 'Clients can cancel online until the session begins.'
            : `Clients can cancel online until ${studio.cancellation_cutoff_hours} hours before. After that, you can cancel for them.`}{' '}
          You can waive any fee.
        </p>
        <CardSave {...bar} label="Save policy" />
      </form>
    </Card>
  )
}

const NO_SHOW_LABEL = "Clients who don't come pay"
const lateLabel = (steps: CancellationPolicy['steps']) =>
  steps.length === 0 ? 'Clients who cancel pay' : 'After that, clients pay'

const describePercent = (percent: number) => (Number.isNaN(percent) ? 'empty' : `${percent}%`)

const describeSteps = (steps: CancellationPolicy['steps']) =>
  steps.length === 0
    ? 'none'
    : steps.map(({ hours, percent }) => `${describePercent(percent)} until ${hours} hours before`).join(', ')

/** The parts of the policy that both sides changed. The steps are one part, because each depends on the others. */
function findPolicyConflicts(sides: FieldVersions<CancellationPolicy>): FieldConflict[] {
  const conflicting = listConflictingNames(sides)
  const describe = (policy: CancellationPolicy) => ({
    steps: describeSteps(policy.steps),
    late_percent: describePercent(policy.late_percent),
    no_show_percent: describePercent(policy.no_show_percent),
  })
  const mine = describe(sides.mine)
  const theirs = describe(sides.theirs)
  const parts = [
    { name: 'steps', label: 'Steps' },
    { name: 'late_percent', label: lateLabel(sides.mine.steps) },
    { name: 'no_show_percent', label: NO_SHOW_LABEL },
  ] as const
  return parts
    .filter(({ name }) => conflicting.includes(name))
    .map(({ name, label }) => ({ label, mine: mine[name], theirs: theirs[name] }))
}

const stepColumnsClasses = 'grid-cols-[minmax(0,8rem)_minmax(0,8rem)_auto]'

function Steps({ form }: { form: PolicyForm }) {
  const steps = form.watch('steps')
  const { register, formState } = form
  const setSteps = (newSteps: typeof steps) => form.setValue('steps', newSteps, { shouldDirty: true })
  const hours = Math.max(1, Math.floor((steps.at(-1)?.hours ?? 96) / 2))
  return (
    <>
      {steps.length > 0 && (
        <div className="grid gap-1.5">
          {steps.map((_, index) => {
            const errors = formState.errors.steps?.[index]
            const name = `step ${index + 1}`
            return (
              // Steps have no id. Their fields are read from the form by index, so the name with the index can be the key.
              <fieldset key={name} className={cx(stepColumnsClasses, tableRowClasses)}>
                <legend className="sr-only">{name}</legend>
                <Field label="Hours before" error={errors?.hours?.message}>
                  {(control) => (
                    <UnitInput
                      control={control}
                      unit="h"
                      type="number"
                      min={1}
                      {...register(`steps.${index}.hours`, NUMBER)}
                    />
                  )}
                </Field>
                <Field label="Clients pay" error={errors?.percent?.message}>
                  {(control) => (
                    <UnitInput
                      control={control}
                      unit="%"
                      type="number"
                      min={0}
                      max={100}
                      {...register(`steps.${index}.percent`, NUMBER)}
                    />
                  )}
                </Field>
                <IconButton
                  name={`Remove ${name}`}
                  onClick={() => setSteps(steps.filter((_, stepIndex) => stepIndex !== index))}
                >
                  <X aria-hidden />
                </IconButton>
              </fieldset>
            )
          })}
        </div>
      )}
      {steps.length < CANCELLATION_STEPS_MAX && (
        <div>
          <Button
            look="secondary"
            size="small"
            className="max-md:min-h-11"
            onClick={() => setSteps([...steps, { hours, percent: steps.at(-1)?.percent ?? 0 }])}
          >
            <Plus aria-hidden />
            Add a step
          </Button>
        </div>
      )}
    </>
  )
}

type PercentProps = { form: PolicyForm; name: 'late_percent' | 'no_show_percent'; label: string }

const Percent = ({ form, name, label }: PercentProps) => (
  <Field label={label} error={form.formState.errors[name]?.message}>
    {(control) => (
      <UnitInput control={control} unit="%" type="number" min={0} max={100} {...form.register(name, NUMBER)} />
    )}
  </Field>
)

const EXAMPLE_MINOR = 10_000

/** The policy as a client sees it, for an example session in some weeks. */
function Example({ policy, studio }: { policy: CancellationPolicy; studio: Studio }) {
  const now = useNow()
  const { success } = CancellationPolicy.safeParse(policy)
  if (!success) return null
  const start = exampleStart(now, studio.timezone)
  const time = (instant: string) => formatDateTime(instant, studio.timezone)
  const until = new Date(Date.parse(start) - studio.cancellation_cutoff_hours * HOUR_MS).toISOString()
  const money = (minor: number) => moneyText(minor, studio.currency)
  return (
    <div className="rounded-md border border-border bg-muted p-3 text-sm">
      <p className="font-medium">
        A session for {money(EXAMPLE_MINOR)} on {time(start)}:
      </p>
      <p>{cancellationText({ starts_at: start, until, price_minor: EXAMPLE_MINOR, policy }, now, { time, money })}.</p>
    </div>
  )
}
