import { makeReady } from './forms.ts'
import { stepTour } from './tour.ts'

/** What the buttons of the public pages do, told by their `data-` attributes. */
export function listenToClicks() {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (!button) return
    const { opens, closes, reveals, step } = button.dataset
    if (opens) open(button, opens)
    if (closes !== undefined) button.closest('dialog')?.close()
    if (reveals) reveal(button, reveals)
    if (step) stepTour(button, step)
  })
  // The backdrop belongs to the dialog: a click on it has the dialog itself for its target.
  document.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLDialogElement) target.close()
  })
}

/** Shows a dialog; the button's other `data-` attributes fill the fields of the same name. */
function open({ dataset }: HTMLButtonElement, id: string) {
  const dialog = document.getElementById(id)
  if (!(dialog instanceof HTMLDialogElement)) return
  makeReady(dialog)
  for (const [name, value] of Object.entries(dataset)) {
    const field = dialog.querySelector(`select[name="${name}"]`)
    if (field instanceof HTMLSelectElement && value) field.value = value
  }
  dialog.showModal()
}

/** Shows what was held back, or puts it away again; the button says which it would do. */
function reveal(button: HTMLButtonElement, group: string) {
  const shown = button.ariaExpanded === 'true'
  for (const element of document.querySelectorAll<HTMLElement>(`[data-group="${group}"]`)) element.hidden = shown
  button.ariaExpanded = String(!shown)
  const { other = '' } = button.dataset
  button.dataset.other = button.textContent ?? ''
  button.textContent = other
}
