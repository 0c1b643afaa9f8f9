import { agents, cardAgents } from '@studiohub/contract/features/assistant/words.ts'
import { type Card, CardStatus, type CardWithHistory, NewCard } from '@studiohub/contract/features/board/schema.ts'
import {
  CARD_DESCRIPTION_MAX,
  CARD_TITLE_MAX,
  cardPriorities,
  cardPriorityLabels,
  cardStatuses,
  cardStatusLabels,
} from '@studiohub/contract/features/board/words.ts'
import { isPhase, phaseLabels, phases } from '@studiohub/contract/features/projects/words.ts'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { z } from 'zod'
import { applySavedValues, useSchemaForm } from '#lib/forms/form.ts'
import { listConflictingNames, mergeVersions } from '#lib/forms/three-way.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { type ControlProps, Field } from '#ui/field.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { useMoveCard, useUpdateCard } from '../api.ts'

const priorities = cardPriorities.map((value) => ({ value, label: cardPriorityLabels[value] }))
const statuses = cardStatuses.map((value) => ({ value, label: cardStatusLabels[value] }))
const phaseChoices = phases.map((value) => ({ value, label: phaseLabels[value] }))
const agentChoices = cardAgents.map((value) => ({ value, label: agents[value].name }))
const fieldNames = ['title', 'description'] as const

const CardFields = NewCard.omit({ project_id: true }).extend({ status: CardStatus, ai_assist: z.boolean() })

type CardFields = z.input<typeof CardFields>
type CardFormApi = ReturnType<typeof useSchemaForm<CardFields, unknown>>

/** The version and fields of a card that the form started from. */
const getFormBase = ({ version, title, description, priority, status, assigned_agent, ai_assist }: Card) => ({
  version,
  fields: { title, description, priority, status, assigned_agent, ai_assist },
})

type CardFormProps = {
  card: CardWithHistory
  /** Below the description. */
  children?: ReactNode
  /** Below the properties. */
  aside?: ReactNode
}

/**
 * The card's fields: its texts, and next to them its properties. Changes by another user appear in the form. If both changed
 * the same field, saving fails and the input stays.
 */
export function CardForm({ card, children, aside }: CardFormProps) {
  const id = useId()
  const update = useUpdateCard()
  const form = useSchemaForm(CardFields, getFormBase(card).fields)
  const [base, setBase] = useCardBase(form, card, update.isPending)
  const { register, formState } = form
  const { errors } = formState
  const submit = form.handleSubmit((changes) => {
    if (update.isPending) return
    const sentValues = form.getValues()
    update.mutate(
      { id: card.id, version: base.version, ...changes },
      {
        onSuccess: (saved) => {
          applySavedValues(form, changes, sentValues)
          setBase(getFormBase(saved))
        },
        onError: (error) => showFieldErrors(form, fieldNames, error),
      },
    )
  })
  return (
    <div className="grid min-h-full grid-cols-1 gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_20rem] md:grid-rows-[auto_1fr]">
      <form
        id={id}
        noValidate
        onSubmit={submit}
        aria-label="Card"
        className="-mt-2 grid gap-2 [&>div:first-child_label]:sr-only"
      >
        <Field label="Title" required error={errors.title?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('title')}
              maxLength={CARD_TITLE_MAX}
              className={cx(plainClasses, 'text-xl! font-semibold')}
            />
          )}
        </Field>
        <Field label="Description" error={errors.description?.message}>
          {(control) => (
            <Textarea
              {...control}
              {...register('description')}
              rows={2}
              maxLength={CARD_DESCRIPTION_MAX}
              placeholder="Add a description"
              className={cx(plainClasses, '-mt-1 field-sizing-content min-h-16! resize-none! leading-6')}
            />
          )}
        </Field>
      </form>
      {/* On phones the properties come before the files and comments, and the rest of this column after them. */}
      <div className="content-start gap-6 border-border max-md:contents md:col-start-2 md:row-span-2 md:row-start-1 md:grid md:border-l md:pl-6">
        <CardProperties id={id} card={card} form={form} />
        <div className="grid gap-6 max-md:order-1">{aside}</div>
      </div>
      <div className="flex flex-col gap-6 border-border max-md:border-t max-md:pt-6">{children}</div>
      {(formState.isDirty || update.isPending) && (
        <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 border-t border-border bg-card px-5 py-4 max-md:order-2 md:col-span-2">
          <Button type="submit" form={id} pending={update.isPending} pendingText="Saving...">
            Save changes
          </Button>
        </div>
      )}
    </div>
  )
}

/** A field that looks like text until the pointer or the focus is on it. */
const plainClasses =
  '-mx-3 w-[calc(100%+1.5rem)]! border-transparent! bg-transparent! hover:border-input! focus:border-input! aria-invalid:border-cancelled!'

/** The label of a property is to the left of its control, and above it on phones. */
const propertyClasses = cx(
  'grid grid-cols-2 gap-3 md:grid-cols-1 md:gap-2',
  'md:*:grid-cols-[6.5rem_minmax(0,1fr)] md:*:items-center md:[&_label]:font-normal md:[&_label]:text-muted-foreground',
)

type CardPropertiesProps = { id: string; card: CardWithHistory; form: CardFormApi }

/** Phase, status, priority and agent of a card. */
function CardProperties({ id, card, form: { register, watch, setValue } }: CardPropertiesProps) {
  return (
    <div className="grid gap-4">
      <div className={propertyClasses}>
        <Field label="Phase">{(control) => <PhaseSelect {...control} card={card} />}</Field>
        <Field label="Status">
          {(control) => <Select {...control} {...register('status')} form={id} choices={statuses} />}
        </Field>
        <Field label="Priority">
          {(control) => <Select {...control} {...register('priority')} form={id} choices={priorities} />}
        </Field>
        <Field label="Assigned agent">
          {(control) => (
            <Select
              {...control}
              {...register('assigned_agent', { setValueAs: (value) => value || null })}
              form={id}
              choices={agentChoices}
              placeholder="Nobody"
            />
          )}
        </Field>
      </div>
      <Switch
        label="AI assist"
        hint="The assigned agent may help with this card."
        checked={watch('ai_assist')}
        onChange={(checked) => setValue('ai_assist', checked, { shouldDirty: true })}
      />
    </div>
  )
}

/** Moves the card to the end of another phase at once, like the card's menu on the board. */
function PhaseSelect({ card: { id, phase }, ...control }: ControlProps & { card: CardWithHistory }) {
  const move = useMoveCard()
  return (
    <Select
      {...control}
      choices={phaseChoices}
      value={move.isPending ? move.variables.phase : phase}
      onChange={({ target }) => {
        if (isPhase(target.value) && !move.isPending)
          move.mutate({ card: { id, phase }, phase: target.value, before_id: null })
      }}
    />
  )
}

/**
 * The saved version that the form started from, with its fields. A newer version of the card appears in the form, unless
 * another user has changed a field that this user has changed too.
 * @param isSaving while a save is running, a newer version is most likely its result
 */
function useCardBase(form: CardFormApi, card: Card, isSaving: boolean) {
  const [base, setBase] = useState(() => getFormBase(card))
  const current = getFormBase(card)
  const sides = { base: base.fields, mine: form.watch(), theirs: current.fields }
  const canFollow = current.version > base.version && !isSaving && listConflictingNames(sides).length === 0
  useEffect(() => {
    if (!canFollow) return
    form.reset(current.fields)
    form.reset(mergeVersions(sides, 'mine'), { keepDefaultValues: true })
    setBase(current)
  })
  return [base, setBase] as const
}
