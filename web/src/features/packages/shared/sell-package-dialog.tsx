import { lengthText } from '@studiohub/contract/shared/length.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import { type FormEvent, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { usePackages, useSellPackage } from '../api.ts'

type SellPackageDialogProps = { studio_id: string; client_id: string; onClose: () => void }

/** Sells a package to a client, with an invoice. */
export function SellPackageDialog({ studio_id, client_id, onClose }: SellPackageDialogProps) {
  const { data: packages = [] } = usePackages(studio_id)
  const sell = useSellPackage()
  const [packageId, setPackageId] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (packageId && !sell.isPending)
      sell.mutate({ studio_id, client_id, package_id: packageId }, { onSuccess: onClose })
  }
  const offered = packages.filter(({ is_active }) => is_active)
  return (
    <FormDialog
      title="Sell a package"
      description="The invoice is issued now, and the hours can be used immediately."
      submitLabel="Sell package"
      pendingLabel="Selling..."
      isPending={sell.isPending}
      onSubmit={submit}
      onClose={onClose}
      closeLabel="Cancel"
    >
      <Field
        label="Package"
        required
        error={isSubmitted && !packageId ? 'Please choose a package' : undefined}
        hint={offered.length === 0 ? 'Add a package in the settings under Prices first.' : undefined}
      >
        {(control) => (
          <Select
            {...control}
            placeholder="Choose a package"
            choices={offered.map(({ id, name, minutes, price_minor, currency }) => ({
              value: id,
              label: `${name}: ${lengthText(minutes)}, ${priceText(price_minor, currency)}`,
            }))}
            value={packageId}
            onChange={({ target }) => setPackageId(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
