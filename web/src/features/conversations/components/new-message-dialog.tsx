import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { useClients } from '#features/clients/api.ts'
import { paths } from '#paths.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'

// The dialog begins with the list open. The function is the same in all renderings, so React calls it once.
const openList = (input: HTMLInputElement | null) => input?.click()

type NewMessageDialogProps = { studio_id: string; onClose: () => void }

/** Finds a client by name and opens their conversation, which may be empty. */
export function NewMessageDialog({ studio_id, onClose }: NewMessageDialogProps) {
  const [searchText, setSearchText] = useState('')
  const clients = useClients(studio_id, useDeferredValue(searchText.trim()))
  const navigate = useNavigate()
  const choices = (clients.data ?? []).map(({ id, full_name }) => ({ value: id, label: full_name ?? 'No name' }))
  const open = (id: string) => {
    if (!id) return
    onClose()
    void navigate(paths.messagesOf(paths.studioMessages, id, null))
  }
  return (
    <Dialog open onOpenChange={onClose} title="New message">
      {/* The list of clients fits below the field. */}
      <div className="min-h-80">
        <Field label="Write to a client">
          {(control) => (
            <Combobox
              {...control}
              choices={choices}
              value=""
              placeholder="Name of the client"
              inputRef={openList}
              data-autofocus
              emptyText={clients.isFetching ? 'Loading clients...' : 'No client has this name.'}
              onType={setSearchText}
              onChange={open}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
