import { resetForms } from './forms.ts'

/** Button actions of the public pages, declared with `data-` attributes. */
export function listenForButtonActions() {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (!button) return
    const { opens, closes, hides, reveals } = button.dataset
    if (opens) openDialog(button, opens)
    if (closes !== undefined) button.closest('dialog')?.close()
    if (hides !== undefined && button.parentElement) button.parentElement.hidden = true
    if (reveals) toggleGroup(button, reveals)
  })
  // A click on the backdrop has the dialog itself as its target. The press must begin there too: a person who selects text may
  // release the pointer outside the dialog.
  let pressed: EventTarget | null = null
  document.addEventListener('pointerdown', ({ target }) => {
    pressed = target
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLDialogElement && target === pressed) target.close()
  })
}

/** Opens a dialog and sets its selects to the values of the button's `data-` attributes with the same names. */
function openDialog({ dataset }: HTMLButtonElement, id: string) {
  const dialog = document.getElementById(id)
  if (!(dialog instanceof HTMLDialogElement)) return
  resetForms(dialog)
  for (const [name, value] of Object.entries(dataset)) {
    const field = dialog.querySelector(`select[name="${name}"]`)
    if (field instanceof HTMLSelectElement && value) field.value = value
  }
  dialog.showModal()
  playVideo(dialog)
}

/**
 * Plays the dialog's video while it is open. Captions are set to 'showing' only now; otherwise they would load with the
 * page.
 */
function playVideo(dialog: HTMLDialogElement) {
  const video = dialog.querySelector('video')
  if (!video) return
  for (const track of video.textTracks) track.mode = 'showing'
  // Blocked autoplay is ignored, because the video has its own play button.
  video.play().catch(() => undefined)
  dialog.addEventListener('close', () => video.pause(), { once: true })
}

/** Toggles hidden elements of a group; the button's label says what the next click does. */
function toggleGroup(button: HTMLButtonElement, group: string) {
  const isShown = button.ariaExpanded === 'true'
  for (const element of document.querySelectorAll<HTMLElement>(`[data-group="${group}"]`)) element.hidden = isShown
  button.ariaExpanded = String(!isShown)
  const { other = '' } = button.dataset
  button.dataset.other = button.textContent ?? ''
  button.textContent = other
}
