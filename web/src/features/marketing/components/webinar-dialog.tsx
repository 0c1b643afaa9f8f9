import { CONTACT_MAX, webinars } from '@studiohub/contract/features/marketing/schema.ts'
import { formActions } from '#lib/site/form-actions.ts'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { SiteDialog } from './site-dialog.tsx'
import { SiteField, SiteForm } from './site-form.tsx'

const id = 'webinar'

/** Registers an email address for a webinar. The Register Now buttons open this dialog. */
export function WebinarDialog() {
  return (
    <SiteDialog id={id} title="Register for a webinar" text="We send the link to join by email.">
      <SiteForm
        action={formActions.webinar}
        submit="Register"
        thanks={
          <p>
            <strong className="block text-lg font-semibold">You are registered</strong>
            See you on <time>the day</time>. We have emailed you the details.
          </p>
        }
      >
        <SiteField form={id} name="webinar" label="Webinar" missing="Please choose a webinar">
          {(control) => (
            <Select {...control} choices={webinars.map(({ key, title }) => ({ value: key, label: title }))} />
          )}
        </SiteField>
        <SiteField form={id} name="email" label="Email" missing="Invalid email address">
          {(control) => <Input {...control} type="email" autoComplete="email" maxLength={CONTACT_MAX.email} />}
        </SiteField>
      </SiteForm>
    </SiteDialog>
  )
}
