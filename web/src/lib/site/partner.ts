import { dropDraft, keepDraft, readDraft } from '../forms/draft.ts'
import { holdsSession } from '../session/stored-session.ts'
import { listenToClicks } from './clicks.ts'
import { complain, controlsOf, listenToForms, mark, wrongFields } from './forms.ts'
import { showOwnPage } from './own-page.ts'
import type { asPerson } from './person.ts'

// All the script of the partner form's page, in the place of `start.ts`: at most 3 kB compressed.

const DRAFT = 'partnership'
const TOAST_MS = 8000

const unreachable = 'We could not reach the server. Check your connection and try again.'

let hiding: ReturnType<typeof setTimeout> | undefined

/** Shows the page's one toast; the next takes its place. */
function say(title: string, text: string, failed = true) {
  const toast = document.querySelector<HTMLElement>('[data-toast]')
  if (!toast) return
  const [head, line] = toast.querySelectorAll('strong, span')
  if (head) head.textContent = title
  if (line) line.textContent = text
  toast.toggleAttribute('data-failed', failed)
  toast.hidden = false
  clearTimeout(hiding)
  hiding = setTimeout(() => {
    toast.hidden = true
  }, TOAST_MS)
}

/** The headers of the signed-in person; of everybody else, and of a session that cannot be read now, none. */
async function headers(form: HTMLFormElement): Promise<HeadersInit> {
  if (!holdsSession()) return {}
  try {
    const person: { asPerson: typeof asPerson } = await import(/* @vite-ignore */ form.dataset.person ?? '')
    return await person.asPerson()
  } catch {
    return {}
  }
}

const fieldsOf = (form: HTMLFormElement): Record<string, FormDataEntryValue> => Object.fromEntries(new FormData(form))

async function send(form: HTMLFormElement): Promise<string | null> {
  const sent = await fetch(form.action, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await headers(form)) },
    body: JSON.stringify(fieldsOf(form)),
  }).catch(() => null)
  if (!sent) return unreachable
  const answer = await sent.json().catch(() => null)
  if (typeof answer?.success !== 'boolean') return 'An unexpected error occurred'
  return answer.success ? null : answer.error || 'Failed to submit application'
}

async function apply(form: HTMLFormElement) {
  if (form.ariaBusy === 'true') return
  const wrong = wrongFields(form)
  if (!complain(form, wrong)) return say('Validation Error', Object.values(wrong)[0] ?? '')
  form.ariaBusy = 'true'
  const refused = await send(form)
  form.ariaBusy = 'false'
  if (refused !== null) return say('Submission Failed', refused)
  form.reset()
  dropDraft(DRAFT)
  count(form)
  say('Application Submitted!', "We'll review your partnership application and get back to you within 48 hours", false)
}

function count(form: HTMLFormElement) {
  for (const line of form.querySelectorAll<HTMLElement>('[data-counts]')) {
    const field = form.querySelector('textarea')
    line.textContent = `${field?.value.length}/${field?.maxLength}`
  }
}

/** What was typed in this tab and not sent; what was typed before this script arrived wins. */
function restore(form: HTMLFormElement) {
  const draft = Object(readDraft(DRAFT))
  for (const control of controlsOf(form)) {
    const text: unknown = Reflect.get(draft, control.name)
    if (typeof text === 'string' && !control.value) control.value = text
  }
  count(form)
}

/** Sends a signed-in partner to their dashboard (decision 0002), unless the address asks for the form. */
async function sendPartnerHome(form: HTMLFormElement) {
  if (new URLSearchParams(window.location.search).has('apply')) return
  const answer = await fetch('/api/v1/me', { headers: await headers(form) })
  const me = answer.ok && (await answer.json())
  if (me?.role === 'partner') window.location.replace(form.dataset.home ?? '')
}

function takeOver(form: HTMLFormElement) {
  const left = new Set<EventTarget | null>()
  const check = ({ target }: Event) => {
    for (const control of controlsOf(form)) if (control === target) mark(control, wrongFields(form)[control.name])
  }
  restore(form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    apply(form)
  })
  form.addEventListener('input', (event) => {
    keepDraft(DRAFT, fieldsOf(form))
    count(form)
    if (left.has(event.target)) check(event)
  })
  form.addEventListener('focusout', (event) => {
    left.add(event.target)
    check(event)
  })
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]')
  if (!button) return
  // Leaving a field can bring a message that moves the button away from under the pointer: stay in it until the click.
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.disabled = false
}

showOwnPage()
listenToClicks()
listenToForms()
const form = document.querySelector<HTMLFormElement>('form[data-home]')
if (form) {
  takeOver(form)
  if (holdsSession()) sendPartnerHome(form).catch(() => undefined)
}
