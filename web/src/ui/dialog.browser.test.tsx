import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from './dialog.tsx'

/** Two dialogs; the button in the first one closes it and opens the second one. */
function TwoDialogs({ first = null }: { first?: 'first' | null }) {
  const [open, setOpen] = useState<'first' | 'second' | null>(first)
  const close = () => setOpen(null)
  return (
    <main tabIndex={-1}>
      <button type="button" onClick={() => setOpen('first')}>
        Open
      </button>
      <Dialog open={open === 'first'} onOpenChange={close} title="First">
        <button type="button" onClick={() => setOpen('second')}>
          Continue
        </button>
      </Dialog>
      <Dialog open={open === 'second'} onOpenChange={close} title="Second">
        <input aria-label="Name" data-autofocus="" />
      </Dialog>
    </main>
  )
}

/** Radix restores the focus of a closed dialog in a timer. This timer is set later, so it ends after that one. */
const waitForTimers = () => new Promise((resolve) => setTimeout(resolve))

test('a dialog that opens while another one closes keeps the focus in its field', async () => {
  // The first dialog is open from the start, so no button had the focus before.
  const screen = await render(<TwoDialogs first="first" />)
  await screen.getByRole('button', { name: 'Continue' }).click()
  const field = screen.getByRole('textbox', { name: 'Name' })
  await expect.element(field).toBeVisible()
  await waitForTimers()
  expect(document.activeElement).toBe(field.element())
})

test('a closed dialog returns the focus to the button that opened it', async () => {
  const screen = await render(<TwoDialogs />)
  const opener = screen.getByRole('button', { name: 'Open' })
  await opener.click()
  await expect.element(screen.getByRole('dialog', { name: 'First' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(opener).toHaveFocus()
})
