import { useTextOffer } from '#features/clients/texts/api.ts'
import { Card } from '#ui/card.tsx'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { followUpChoices, reminderChoices, reminderError } from '../model/reminders.ts'
import type { HoursFormState } from './spans-editor.tsx'

/** When clients are reminded of their sessions, unless a service has its own reminders, and the email after a session. */
export function RemindersCard({ form, studio_id }: { form: HoursFormState; studio_id: string }) {
  const chosen = form.watch('reminder_hours')
  const byText = form.watch('text_hours')
  const { data: texts } = useTextOffer(studio_id)
  return (
    <Card
      title="Reminders"
      description="Messages to clients before and after a session. A service can have its own reminders."
    >
      <CheckboxGroup
        label="Remind clients"
        hint="None chosen: no reminders"
        choices={reminderChoices(chosen)}
        chosen={chosen}
        onChange={(hours) => form.setValue('reminder_hours', hours, { shouldDirty: true })}
        error={reminderError(chosen)}
      />
      {texts?.offered && (
        <div className="mt-4">
          <CheckboxGroup
            label="Remind by text message"
            hint={`For clients who agreed. At most ${texts.a_day} text messages a day.`}
            choices={reminderChoices(byText)}
            chosen={byText}
            onChange={(hours) => form.setValue('text_hours', hours, { shouldDirty: true })}
            error={reminderError(byText)}
          />
        </div>
      )}
      <FollowUp form={form} />
    </Card>
  )
}

function FollowUp({ form }: { form: HoursFormState }) {
  const hours = form.watch('follow_up_hours')
  return (
    <div className="mt-4 grid items-start gap-4 md:grid-cols-2">
      <Field label="Thank clients" hint="An email after a completed session. Clients can end these emails.">
        {(control) => (
          <Select
            {...control}
            choices={followUpChoices(hours)}
            value={hours === null ? '' : `${hours}`}
            onChange={({ target }) =>
              form.setValue('follow_up_hours', target.value === '' ? null : Number(target.value), { shouldDirty: true })
            }
          />
        )}
      </Field>
      {hours !== null && (
        <Field
          label="Review page"
          hint="Optional. The email links to it."
          error={form.formState.errors.review_url?.message}
        >
          {(control) => (
            <Input
              {...control}
              type="url"
              placeholder="https://"
              {...form.register('review_url', { setValueAs: (text: string | null) => text?.trim() || null })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
