import { PartnershipApplication } from '@studiohub/contract/features/partners/schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
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
  const submit = form.handleSubmit(
    (application) =>
      send.mutate(application, {
        onSuccess: () => {
          form.reset()
          dropDraft(DRAFT)
        },
      }),
    (errors) => toast.failed({ title: 'Validation Error', description: firstMessage(errors) }),
  )
  return { form, submit, isSending: send.isPending }
}

// The schema's order is the form's and the server's.
function firstMessage(errors: FieldErrors<PartnershipApplication>): string {
  const names = Object.values(PartnershipApplication.keyof().enum)
  return names.map((name) => errors[name]?.message).find(Boolean) ?? ''
}
