import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from './dialog.tsx'
import { DialogFrame } from './dialog-frame.tsx'

/** A button that opens the frame of a dialog, and a key in the frame that ends the loading. */
function LoadingDialog() {
  const [state, setState] = useState<'closed' | 'loading' | 'loaded'>('closed')
  const close = () => setState('closed')
  return (
    <>
      <button type="button" onClick={() => setState('loading')}>
        Open
      </button>
      {state === 'loading' && (
        <DialogFrame
          title="New booking"
          loadingText="Opening the form..."
          footer={<button type="button">Placeholder</button>}
          onShow={() => undefined}
          onClose={close}
        >
          <button type="button" onClick={() => setState('loaded')}>
            Finish loading
          </button>
        </DialogFrame>
      )}
      {state === 'loaded' && (
        <Dialog open isInFrame onOpenChange={close} title="New booking">
          <input aria-label="Name" data-autofocus="" />
        </Dialog>
      )}
    </>
  )
}

const opener = page.getByRole('button', { name: 'Open' })
const dialog = page.getByRole('dialog', { name: 'New booking' })
const field = page.getByRole('textbox', { name: 'Name' })

test('Esc closes the frame of a dialog that still loads, and the focus returns to the button', async () => {
  await render(<LoadingDialog />)
  await opener.click()
  await expect.element(dialog).toHaveAttribute('aria-busy', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('the loaded dialog replaces its frame, and returns the focus to the button when it closes', async () => {
  await render(<LoadingDialog />)
  await opener.click()
  await page.getByRole('button', { name: 'Finish loading' }).click()
  await expect.element(field).toHaveFocus()
  await expect.element(dialog).not.toHaveAttribute('aria-busy')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
