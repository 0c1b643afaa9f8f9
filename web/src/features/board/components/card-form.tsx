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
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { applySavedValues, useSchemaForm } from '#lib/forms/form.ts'
import { conflictingNames, mergeVersions } from '#lib/forms/three-way.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { useUpdateCard } from '../api.ts'

const priorities = cardPriorities.map((value) => ({ value, label: cardPriorityLabels[value] }))
const statuses = cardStatuses.map((value) => ({ value, label: cardStatusLabels[value] }))
const agentChoices = cardAgents.map((value) => ({ value, label: agents[value].name }))
const fieldNames = ['title', 'description'] as const

const CardFields = NewCard.omit({ project_id: true }).extend({ status: CardStatus, ai_assist: z.boolean() })

type CardFields = z.input<typeof CardFields>

/** The version and fields of a card that the form started from. */
const baseOf = ({ version, title, description, priority, status, assigned_agent, ai_assist }: Card) => ({
  version,
  fields: { title, description, priority, status, assigned_agent, ai_assist },
})

/**
 * The card's fields. Changes by another user appear in the form. If both changed the same field, saving fails and the input
 * stays.
 */
export function CardForm({ card }: { card: CardWithHistory }) {
  const update = useUpdateCard()
  const form = useSchemaForm(CardFields, baseOf(card).fields)
  const [base, setBase] = useCardBase(form, card, update.isPending)
  const { register, watch, setValue, formState } = form
  const { errors } = formState
  const submit = form.handleSubmit((changes) => {
    if (update.isPending) return
    const sentValues = form.getValues()
    update.mutate(
      { id: card.id, version: base.version, ...changes },
      {
        onSuccess: (saved) => {
          applySavedValues(form, changes, sentValues)
          setBase(baseOf(saved))
        },
        onError: (error) => showFieldErrors(form, fieldNames, error),
      },
    )
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Card">
      <Field label="Title" required error={errors.title?.message}>
        {(control) => <Input {...control} {...register('title')} maxLength={CARD_TITLE_MAX} />}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(control) => <Textarea {...control} {...register('description')} maxLength={CARD_DESCRIPTION_MAX} />}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Status">{(control) => <Select {...control} {...register('status')} choices={statuses} />}</Field>
        <Field label="Priority">
          {(control) => <Select {...control} {...register('priority')} choices={priorities} />}
        </Field>
      </div>
      <Field label="Assigned agent">
        {(control) => (
          <Select
            {...control}
            {...register('assigned_agent', { setValueAs: (value) => value || null })}
            choices={agentChoices}
            placeholder="Nobody"
          />
        )}
      </Field>
      <Switch
        label="AI assist"
        hint="The assigned agent may help with this card."
        checked={watch('ai_assist')}
        onChange={(checked) => setValue('ai_assist', checked, { shouldDirty: true })}
      />
      <Button type="submit" className="justify-self-start" pending={update.isPending} pendingText="Saving...">
        Save changes
      </Button>
    </form>
  )
}

/**
 * The version that the form started from, with its fields. While nobody changes a field that also this user has changed, the
 * form follows the card.
 * @param isSaving while a save is running, a newer version is most likely its result
 */
function useCardBase(form: ReturnType<typeof useSchemaForm<CardFields, unknown>>, card: Card, isSaving: boolean) {
  const [base, setBase] = useState(() => baseOf(card))
  const current = baseOf(card)
  const sides = { base: base.fields, mine: form.watch(), theirs: current.fields }
  const canFollow = current.version > base.version && !isSaving && conflictingNames(sides).length === 0
  useEffect(() => {
    if (!canFollow) return
    form.reset(current.fields)
    form.reset(mergeVersions(sides, 'mine'), { keepDefaultValues: true })
    setBase(current)
  })
  return [base, setBase] as const
}
