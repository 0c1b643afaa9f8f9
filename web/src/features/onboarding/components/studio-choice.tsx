import { dataSharing } from '@studiohub/contract/features/clients/words.ts'
import { Controller } from 'react-hook-form'
import { useOpenStudios } from '#features/studios/api.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { OnboardingForm } from '../model/onboarding-form.ts'

/** The studio that a client joins. */
export function StudioChoice({ form }: { form: OnboardingForm }) {
  const studios = useOpenStudios({ title: 'Error', description: 'Failed to load studios' })
  return (
    <QueryView
      query={studios}
      loadingText="Loading studios..."
      skeleton={<Skeleton className="h-11" />}
      errorTitle="Failed to load studios"
      empty={<p className="text-muted-foreground">No studio is accepting new clients at the moment.</p>}
    >
      {(rows) => (
        <Controller
          control={form.control}
          name="studio_id"
          render={({ field, fieldState }) => (
            <Field
              label="Studio"
              required
              hint={`Type to search. ${dataSharing('The studio')}`}
              error={fieldState.error?.message}
            >
              {(control) => (
                <Combobox
                  {...control}
                  choices={rows.map(({ id, name }) => ({ value: id, label: name }))}
                  value={field.value}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                  inputRef={field.ref}
                  placeholder="Choose a studio"
                  emptyText="No studio found"
                />
              )}
            </Field>
          )}
        />
      )}
    </QueryView>
  )
}
