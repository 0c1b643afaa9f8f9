import { makeReady } from './forms.ts'

/** What the buttons of the public pages do, told by their `data-` attributes. */
export function listenToClicks() {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (!button) return
    const { opens, closes, hides, reveals } = button.dataset
    if (opens) open(button, opens)
    if (closes !== undefined) button.closest('dialog')?.close()
    if (hides !== undefined && button.parentElement) button.parentElement.hidden = true
    if (reveals) reveal(button, reveals)
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
  play(dialog)
}

/** A film plays while its dialog is open, with its captions, which would else be fetched with the page. */
function play(dialog: HTMLDialogElement) {
  const film = dialog.querySelector('video')
  if (!film) return
  for (const track of film.textTracks) track.mode = 'showing'
  // A browser that lets no film begin by itself leaves it to the film's own button.
  film.play().catch(() => undefined)
  dialog.addEventListener('close', () => film.pause(), { once: true })
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
