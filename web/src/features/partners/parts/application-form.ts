import { PartnershipApplication } from '@studiohub/contract/features/partners/schema.ts'
import { HONEYPOT } from '@studiohub/contract/shared/honeypot.ts'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useSyncExternalStore } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts'
import { useFormOf } from '../../../lib/form.ts'
import { toast } from '../../../ui/toast.tsx'
import { submitApplication } from './submission.ts'

const DRAFT = 'partnership'

const Draft = z.partialRecord(z.enum(Object.values(PartnershipApplication.keyof().enum)), z.string())

const useSubmitApplication = () =>
  useMutation({
    mutationFn: submitApplication,
    meta: {
      done: {
        title: 'Application Submitted!',
        description: "We'll review your partnership application and get back to you within 48 hours",
      },
      failed: 'Submission Failed',
    },
  })

/** The form on `/partner`: what is typed stays in this tab until it has been sent. */
export function useApplicationForm() {
  const send = useSubmitApplication()
  // No values to begin with: what was typed before the script arrived stands in the fields already.
  const form = useFormOf(PartnershipApplication, {})
  useEffect(() => {
    const draft = Draft.safeParse(readDraft(DRAFT) ?? {})
    for (const [name, text] of Object.entries(draft.data ?? {})) {
      const field = PartnershipApplication.keyof().safeParse(name)
      if (field.success && text && !form.getValues(field.data)) form.setValue(field.data, text)
    }
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(DRAFT, values) })
  }, [form])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    // Read from the page itself: a program may fill in a field without the events by which a form learns of it.
    const homepage = new FormData(event.currentTarget).get(HONEYPOT)
    return form.handleSubmit(
      (application) =>
        send.mutate(
          { ...application, ...(typeof homepage === 'string' && { homepage }) },
          {
            onSuccess: () => {
              form.reset()
              dropDraft(DRAFT)
            },
          },
        ),
      (errors) => toast.failed({ title: 'Validation Error', description: firstMessage(errors) }),
    )(event)
  }
  return { form, submit, isReady: useIsReady(), isSending: send.isPending }
}

const never = () => () => undefined

/** Whether the page's script has taken over what the server sent; before that the browser would send the form itself. */
const useIsReady = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

// The schema's order is the form's and the server's.
function firstMessage(errors: FieldErrors<PartnershipApplication>): string {
  const names = Object.values(PartnershipApplication.keyof().enum)
  return names.map((name) => errors[name]?.message).find(Boolean) ?? ''
}
