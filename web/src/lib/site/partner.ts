import { deleteDraft, readDraft, saveDraft } from '../forms/draft-storage.ts'
import { hasStoredSession } from '../session/stored-session.ts'
import { showAccountLinks } from './account-links.ts'
import type { authHeaders } from './auth-headers.ts'
import { listenForButtonActions } from './button-actions.ts'
import { findInvalidFields, listControls, listenToForms, setFieldError, showErrors } from './forms.ts'

// The only script of the partner page, which replaces `start.ts`: at most 3 kB compressed.

const DRAFT = 'partnership'
const TOAST_MS = 8000

const unreachable = 'We could not reach the server. Check your connection and try again.'

let hideTimer: ReturnType<typeof setTimeout> | undefined

/** Shows the page's only toast; a new one replaces it. */
function showToast(title: string, text: string, isError = true) {
  const toast = document.querySelector<HTMLElement>('[data-toast]')
  if (!toast) return
  const [head, line] = toast.querySelectorAll('strong, span')
  if (head) head.textContent = title
  if (line) line.textContent = text
  toast.toggleAttribute('data-failed', isError)
  toast.hidden = false
  clearTimeout(hideTimer)
  hideTimer = setTimeout(() => {
    toast.hidden = true
  }, TOAST_MS)
}

/** The authorization headers of the signed-in user; empty if signed out, or if the session cannot be read. */
async function readAuthHeaders(form: HTMLFormElement): Promise<HeadersInit> {
  if (!hasStoredSession()) return {}
  try {
    const authModule: { authHeaders: typeof authHeaders } = await import(
      /* @vite-ignore */ form.dataset.authHeaders ?? ''
    )
    return await authModule.authHeaders()
  } catch {
    return {}
  }
}

const readFields = (form: HTMLFormElement): Record<string, FormDataEntryValue> => Object.fromEntries(new FormData(form))

async function sendApplication(form: HTMLFormElement): Promise<string | null> {
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await readAuthHeaders(form)) },
    body: JSON.stringify(readFields(form)),
  }).catch(() => null)
  if (!response) return unreachable
  const body = await response.json().catch(() => null)
  if (typeof body?.success !== 'boolean') return 'An unexpected error occurred'
  return body.success ? null : body.error || 'Failed to submit application'
}

async function submitApplication(form: HTMLFormElement) {
  if (form.ariaBusy === 'true') return
  const errors = findInvalidFields(form)
  if (!showErrors(form, errors)) return showToast('Validation Error', Object.values(errors)[0] ?? '')
  form.ariaBusy = 'true'
  const error = await sendApplication(form)
  form.ariaBusy = 'false'
  if (error !== null) return showToast('Submission Failed', error)
  form.reset()
  deleteDraft(DRAFT)
  updateCounter(form)
  showToast(
    'Application Submitted!',
    "We'll review your partnership application and get back to you within 48 hours",
    false,
  )
}

function updateCounter(form: HTMLFormElement) {
  for (const line of form.querySelectorAll<HTMLElement>('[data-counts]')) {
    const field = form.querySelector('textarea')
    line.textContent = `${field?.value.length}/${field?.maxLength}`
  }
}

/** Restores the draft of this tab, but does not overwrite text that was typed before this script loaded. */
function restoreDraft(form: HTMLFormElement) {
  const draft = Object(readDraft(DRAFT))
  for (const control of listControls(form)) {
    const text: unknown = Reflect.get(draft, control.name)
    if (typeof text === 'string' && !control.value) control.value = text
  }
  updateCounter(form)
}

/** Redirects a signed-in partner to their dashboard (decision 0002), unless the URL requests the form. */
async function redirectPartner(form: HTMLFormElement) {
  if (new URLSearchParams(window.location.search).has('apply')) return
  const response = await fetch('/api/v1/me', { headers: await readAuthHeaders(form) })
  const me = response.ok && (await response.json())
  if (me?.role === 'partner') window.location.replace(form.dataset.home ?? '')
}

function setUpForm(form: HTMLFormElement) {
  const visitedFields = new Set<EventTarget | null>()
  const validateField = ({ target }: Event) => {
    for (const control of listControls(form))
      if (control === target) setFieldError(control, findInvalidFields(form)[control.name])
  }
  restoreDraft(form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submitApplication(form)
  })
  form.addEventListener('input', (event) => {
    saveDraft(DRAFT, readFields(form))
    updateCounter(form)
    if (visitedFields.has(event.target)) validateField(event)
  })
  form.addEventListener('focusout', (event) => {
    visitedFields.add(event.target)
    validateField(event)
  })
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]')
  if (!button) return
  // A message that appears on blur would move the button away from the pointer, so the focus stays in the field until the
  // click.
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.disabled = false
}

showAccountLinks()
listenForButtonActions()
listenToForms()
const form = document.querySelector<HTMLFormElement>('form[data-home]')
if (form) {
  setUpForm(form)
  if (hasStoredSession()) redirectPartner(form).catch(() => undefined)
}
