type Answer = { message?: string; fields?: Record<string, string>; starts_at?: string }

const unreachable = 'We could not be reached. Please check your connection and try again.'

/** Sends every form marked `data-sends` as JSON to its action, with messages in place and nothing typed lost. */
export function listenToForms() {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset.sends === undefined) return
    event.preventDefault()
    if (form.ariaBusy === 'true' || !complain(form, wrongFields(form))) return
    send(form)
  })
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (element: Element): element is Control => element.matches('input, textarea, select')
export const controlsOf = (form: HTMLFormElement) => [...form.elements].filter(isControl)

/** What the fields' own constraints find wrong, in the fields' own words where they have some; spaces are nothing. */
export function wrongFields(form: HTMLFormElement): Record<string, string> {
  const wrong: Record<string, string> = {}
  for (const { name, required, value, validity, validationMessage, dataset } of controlsOf(form)) {
    if (required && !value.trim()) wrong[name] = dataset.missing || validationMessage
    else if (!validity.valid) wrong[name] = dataset.wrong || validationMessage
  }
  return wrong
}

/** Puts a message below its field, or takes it away. */
export function mark(control: Control, message = '') {
  const line = document.getElementById(`${control.id}-error`)
  if (line) line.textContent = message
  control.ariaInvalid = String(message !== '')
}

/** Puts each message below its field and the focus into the first. @returns whether there was none */
export function complain(form: HTMLFormElement, wrong: Record<string, string>): boolean {
  const bad = controlsOf(form).filter((control) => {
    mark(control, wrong[control.name])
    return wrong[control.name]
  })
  bad[0]?.focus()
  return bad.length === 0
}

async function send(form: HTMLFormElement) {
  const say = (text: string) => {
    const line = form.querySelector('[role="alert"]')
    if (line) line.textContent = text
  }
  say('')
  form.ariaBusy = 'true'
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
    })
    const answer: Answer = await response.json()
    if (response.ok) thank(form, answer)
    else if (complain(form, answer.fields ?? {})) say(answer.message ?? unreachable)
  } catch {
    say(unreachable)
  }
  form.ariaBusy = 'false'
}

function thank(form: HTMLFormElement, { starts_at }: Answer) {
  const thanks = form.nextElementSibling
  const when = thanks?.querySelector('time')
  if (when && starts_at) {
    when.dateTime = starts_at
    when.textContent = new Date(starts_at).toLocaleString('en', { dateStyle: 'full', timeStyle: 'short' })
  }
  form.reset()
  form.hidden = true
  if (!(thanks instanceof HTMLElement)) return
  thanks.hidden = false
  thanks.focus()
}

/** Makes the form of a dialog that is opened again ready for the next. */
export function makeReady(dialog: HTMLElement) {
  for (const form of dialog.querySelectorAll('form')) {
    if (!form.hidden) continue
    form.hidden = false
    if (form.nextElementSibling instanceof HTMLElement) form.nextElementSibling.hidden = true
  }
}
