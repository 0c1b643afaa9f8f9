type ResponseBody = { message?: string; fields?: Record<string, string>; starts_at?: string }

const unreachable = 'We could not reach the server. Check your connection and try again.'

/** Sends every form with `data-sends` as JSON to its address. Errors are shown at the fields, and input is never lost. */
export function listenToForms() {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset.sends === undefined) return
    event.preventDefault()
    if (form.ariaBusy === 'true' || !showErrors(form, findInvalidFields(form))) return
    sendForm(form)
  })
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (element: Element): element is Control => element.matches('input, textarea, select')
/** The fields of a form, without its buttons. */
export const listControls = (form: HTMLFormElement) => [...form.elements].filter(isControl)

/** The invalid fields, with messages from `data-missing` and `data-wrong`. A field with only spaces counts as empty. */
export function findInvalidFields(form: HTMLFormElement): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { name, required, value, validity, validationMessage, dataset } of listControls(form)) {
    if (required && !value.trim()) errors[name] = dataset.missing || validationMessage
    else if (!validity.valid) errors[name] = dataset.wrong || validationMessage
  }
  return errors
}

/** Shows a message below its field, or clears it. */
export function setFieldError(control: Control, message = '') {
  const line = document.getElementById(`${control.id}-error`)
  if (line) line.textContent = message
  control.ariaInvalid = String(message !== '')
}

/** Shows each message below its field and focuses the first. @returns whether the form is valid */
export function showErrors(form: HTMLFormElement, errors: Record<string, string>): boolean {
  const invalid = listControls(form).filter((control) => {
    setFieldError(control, errors[control.name])
    return errors[control.name]
  })
  invalid[0]?.focus()
  return invalid.length === 0
}

async function sendForm(form: HTMLFormElement) {
  const showMessage = (text: string) => {
    const line = form.querySelector('[role="alert"]')
    if (line) line.textContent = text
  }
  showMessage('')
  form.ariaBusy = 'true'
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
    })
    const body: ResponseBody = await response.json()
    if (response.ok) showThanks(form, body)
    else if (showErrors(form, body.fields ?? {})) showMessage(body.message ?? unreachable)
  } catch {
    showMessage(unreachable)
  }
  form.ariaBusy = 'false'
}

function showThanks(form: HTMLFormElement, { starts_at }: ResponseBody) {
  const thanks = form.nextElementSibling
  const timeElement = thanks?.querySelector('time')
  if (timeElement && starts_at) {
    timeElement.dateTime = starts_at
    timeElement.textContent = new Date(starts_at).toLocaleString('en', { dateStyle: 'full', timeStyle: 'short' })
  }
  form.reset()
  form.hidden = true
  if (!(thanks instanceof HTMLElement)) return
  thanks.hidden = false
  thanks.focus()
}

/** Resets a sent form when its dialog opens again. */
export function resetForms(dialog: HTMLElement) {
  for (const form of dialog.querySelectorAll('form')) {
    if (!form.hidden) continue
    form.hidden = false
    if (form.nextElementSibling instanceof HTMLElement) form.nextElementSibling.hidden = true
  }
}
