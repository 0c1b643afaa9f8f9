import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Combobox } from './combobox.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'

const choices = [
  { value: 'a', label: 'Studio A' },
  { value: 'b', label: 'Studio B' },
]

function RoomDialog() {
  const [open, setOpen] = useState(true)
  const [room, setRoom] = useState('a')
  return (
    <main tabIndex={-1}>
      <Dialog open={open} onOpenChange={setOpen} title="Room">
        <Field label="Room">
          {(control) => <Combobox {...control} choices={choices} value={room} onChange={setRoom} />}
        </Field>
      </Dialog>
    </main>
  )
}

test('Escape closes the list and keeps the choice; a second one closes the dialog', async () => {
  const screen = await render(<RoomDialog />)
  const field = screen.getByRole('combobox', { name: 'Room' })
  await field.fill('studio b')
  await expect.element(screen.getByRole('listbox')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Studio A')
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
