import { CONTACT_MAX } from '@studiohub/contract/features/marketing/schema.ts'
import { Section } from '#features/marketing/components/section.tsx'
import { SiteField, SiteForm } from '#features/marketing/components/site-form.tsx'
import { formActions } from '#lib/site/form-actions.ts'
import { Input, Textarea } from '#ui/input.tsx'
import { support } from '../content/topics.ts'

const id = 'support'

/** The contact form of the documentation page. Its messages always have the topic `support`. */
export function SupportSection() {
  return (
    <Section id={id} title={support.title} text={support.text} band>
      <div className="w-full max-w-2xl rounded-md border border-border bg-background p-5 md:p-8">
        <SiteForm
          action={formActions.contact}
          submit="Send message"
          onPage
          thanks={
            <p>
              <strong className="block text-lg font-semibold">Thank you, we have received your message</strong>
              We will reply by email.
            </p>
          }
        >
          <input type="hidden" name="topic" value="support" />
          <div className="grid gap-4 md:grid-cols-2">
            <SiteField form={id} name="name" label="Your name" missing="Please enter your name">
              {(control) => <Input {...control} autoComplete="name" maxLength={CONTACT_MAX.name} />}
            </SiteField>
            <SiteField form={id} name="email" label="Email" missing="Invalid email address">
              {(control) => <Input {...control} type="email" autoComplete="email" maxLength={CONTACT_MAX.email} />}
            </SiteField>
          </div>
          <SiteField form={id} name="message" label="What can we help with?" missing="Please write a message">
            {(control) => <Textarea {...control} rows={5} maxLength={CONTACT_MAX.message} />}
          </SiteField>
        </SiteForm>
      </div>
    </Section>
  )
}
