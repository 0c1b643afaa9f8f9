import { useTextOffer } from '#features/clients/texts/api.ts'
import { Card } from '#ui/card.tsx'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { sectionTitleClasses } from '#ui/side-tabs.tsx'
import { followUpChoices, reminderChoices, reminderError } from '../model/reminders.ts'
import type { HoursFormState } from './spans-editor.tsx'

/** The times of reminders for services without their own, and the email after a session. */
export function RemindersCard({ form, studio_id }: { form: HoursFormState; studio_id: string }) {
  const reminderHours = form.watch('reminder_hours')
  const textHours = form.watch('text_hours')
  const { data: texts } = useTextOffer(studio_id)
  return (
    <Card
      title="Reminders"
      description="Messages to clients before and after a session. A service can have its own reminders."
      className={sectionTitleClasses}
    >
      <CheckboxGroup
        label="Remind clients"
        hint="Leave empty for no reminders."
        choices={reminderChoices(reminderHours)}
        chosen={reminderHours}
        onChange={(hours) => form.setValue('reminder_hours', hours, { shouldDirty: true })}
        error={reminderError(reminderHours)}
      />
      {texts?.offered && (
        <div className="mt-4">
          <CheckboxGroup
            label="Remind by text message"
            hint={`For clients who agreed. At most ${texts.a_day} text messages a day.`}
            choices={reminderChoices(textHours)}
            chosen={textHours}
            onChange={(hours) => form.setValue('text_hours', hours, { shouldDirty: true })}
            error={reminderError(textHours)}
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
