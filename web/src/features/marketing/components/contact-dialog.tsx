import { CONTACT_MAX } from '@studiohub/contract/features/marketing/schema.ts'
import { contactTopicLabels, contactTopics } from '@studiohub/contract/features/marketing/words.ts'
import { formActions } from '#lib/site/form-actions.ts'
import { Input, Textarea } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { SiteDialog } from './site-dialog.tsx'
import { SiteField, SiteForm } from './site-form.tsx'

const id = 'contact'

/**
 * The dialog of Schedule Demo, Contact Sales, Book a Demo and the support links. The message is stored and emailed to the
 * team, which replies by email.
 */
export function ContactDialog() {
  return (
    <SiteDialog id={id} title="Talk to us" text="We reply on working days, usually within one day.">
      <SiteForm
        action={formActions.contact}
        submit="Send message"
        thanks={
          <p>
            <strong className="block text-lg font-semibold">Thank you, we have received your message</strong>
            We will reply by email.
          </p>
        }
      >
        <SiteField form={id} name="topic" label="What is it about?" missing="Please choose a topic">
          {(control) => (
            <Select
              {...control}
              defaultValue="demo"
              choices={contactTopics.map((topic) => ({ value: topic, label: contactTopicLabels[topic] }))}
            />
          )}
        </SiteField>
        <div className="grid gap-4 md:grid-cols-2">
          <SiteField form={id} name="name" label="Your name" missing="Please enter your name">
            {(control) => <Input {...control} autoComplete="name" maxLength={CONTACT_MAX.name} />}
          </SiteField>
          <SiteField form={id} name="email" label="Email" missing="Invalid email address">
            {(control) => <Input {...control} type="email" autoComplete="email" maxLength={CONTACT_MAX.email} />}
          </SiteField>
        </div>
        <SiteField form={id} name="company" label="Studio or company (optional)">
          {(control) => <Input {...control} autoComplete="organization" maxLength={CONTACT_MAX.company} />}
        </SiteField>
        <SiteField form={id} name="message" label="Message" missing="Please write a message">
          {(control) => <Textarea {...control} maxLength={CONTACT_MAX.message} />}
        </SiteField>
      </SiteForm>
    </SiteDialog>
  )
}
