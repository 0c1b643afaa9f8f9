import { Card } from '#ui/card.tsx'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { followUpChoices, reminderChoices, reminderError } from '../model/reminders.ts'
import type { HoursFormOf } from './spans-editor.tsx'

/** When clients are reminded of their sessions, unless a service says otherwise, and what follows a session. */
export function RemindersCard({ form }: { form: HoursFormOf }) {
  const chosen = form.watch('reminder_hours')
  return (
    <Card
      title="Reminders"
      description="Emails to clients before and after a session. A service can have its own reminders."
    >
      <CheckboxGroup
        label="Remind clients"
        hint="None chosen: no reminders"
        choices={reminderChoices(chosen)}
        chosen={chosen}
        onChange={(hours) => form.setValue('reminder_hours', hours, { shouldDirty: true })}
        error={reminderError(chosen)}
      />
      <FollowUp form={form} />
    </Card>
  )
}

function FollowUp({ form }: { form: HoursFormOf }) {
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
