import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { isSameChange, type OfflineDay, type PossibleChange, type WaitingChange } from './device-store.ts'

/** The address to which the forms of the offline page are sent. Only the service worker responds to it. */
export const QUEUE_PATH = '/offline/keep'

const MAX_AGE_HOURS = 48

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** Whether a stored day is recent enough to show. An older one says too little about today. */
export const isRecentDay = ({ saved_at }: OfflineDay, now: Date) =>
  now.getTime() - Date.parse(saved_at) < MAX_AGE_HOURS * HOUR_MS

/** All changes that the offline page of a day offers. */
export const listChanges = ({ sessions, tasks }: OfflineDay): PossibleChange[] =>
  [...sessions, ...tasks].flatMap(({ change }) => change ?? [])

type Page = { day: OfflineDay | null; waiting: readonly WaitingChange[]; path: string; nonce: string }

/**
 * The page that the service worker shows without a connection: complete HTML, without a script. It shows the stored day, if there
 * is one, and the changes that wait to be sent.
 * @param page.path the address that the person opened
 * @param page.nonce allows the page's own style
 */
export function renderDayPage({ day, waiting, path, nonce }: Page): string {
  const ownChanges = waiting.filter(({ user_id }) => user_id === day?.user_id)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>You are offline</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><style nonce="${nonce}">${style}</style></head>
<body><main><p class="notice" role="status">You are offline. ${day ? `This is your day as of ${escapeHtml(day.saved_text)}.` : 'This page needs a connection.'}
<a href="${escapeHtml(path)}">Retry</a></p>${day ? renderDay(day, ownChanges, path) : ''}</main></body></html>`
}

function renderDay(day: OfflineDay, waiting: readonly WaitingChange[], path: string): string {
  const form = renderForm(day, waiting, path)
  const sessions = day.sessions.map(
    ({ day: date, time, title, lines, address, change }) => `<li><p class="time">${escapeHtml(`${date}, ${time}`)}</p>
<h3>${escapeHtml(title)}</h3>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}${renderAddress(address)}${form(change)}</li>`,
  )
  const tasks = day.tasks.map(
    ({ title, due, change }) =>
      `<li><h3>${escapeHtml(title)}</h3>${due ? `<p>${escapeHtml(due)}</p>` : ''}${form(change)}</li>`,
  )
  const waitingTexts = waiting.map(({ text }) => `<li>${escapeHtml(text)}</li>`)
  return `<h1>${escapeHtml(day.title)}</h1>
${renderList('', sessions) || '<p>No sessions.</p>'}${renderList('Your tasks', tasks)}${renderList('Waiting to be sent', waitingTexts)}
<p class="quiet">Everything else needs a connection.</p>`
}

const renderList = (title: string, items: readonly string[]) =>
  items.length === 0 ? '' : `${title && `<h2>${title}</h2>`}<ul>${items.join('')}</ul>`

/** A link to the address, which phones open in their maps app. */
const renderAddress = (address: string | null) =>
  address
    ? `<p><a href="https://www.google.com/maps/search/?api=1&amp;query=${encodeURIComponent(address)}">${escapeHtml(address)}</a></p>`
    : ''

const renderForm =
  ({ token }: OfflineDay, waiting: readonly WaitingChange[], path: string) =>
  (change: PossibleChange | null) => {
    if (!change) return ''
    if (waiting.some((waitingChange) => isSameChange(waitingChange, change)))
      return '<p class="quiet">Waiting to be sent.</p>'
    const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`
    return `<form method="post" action="${QUEUE_PATH}">${field('token', token)}${field('change', change.id)}${field('path', path)}
<button>${escapeHtml(change.text)}</button></form>`
  }

const style = `:root{color-scheme:light dark;--back:#f4f6f8;--card:#fff;--text:#151a21;--quiet:#59636e;--line:#d9dee4;--link:#08636f}
@media (prefers-color-scheme:dark){:root{--back:#111318;--card:#191d24;--text:#fafafa;--quiet:#a9b1bc;--line:#323844;--link:#43d8ea}}
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif;touch-action:manipulation}
main{max-width:40rem;margin:0 auto;padding:max(1rem,env(safe-area-inset-top)) max(1rem,env(safe-area-inset-right)) max(1rem,env(safe-area-inset-bottom)) max(1rem,env(safe-area-inset-left))}
h1{font-size:1.5rem;margin:1.5rem 0 1rem}h2{font-size:1.125rem;margin:1.5rem 0 .75rem}h3{font-size:1rem;margin:0}p{margin:.25rem 0;overflow-wrap:anywhere;white-space:pre-line}
ul{list-style:none;margin:0;padding:0;display:grid;gap:.75rem}li,.notice{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem}
.time{font-weight:600}.quiet{color:var(--quiet);font-size:.875rem}.notice a{display:inline-block;padding:.625rem 0;margin-left:.25rem}a{color:var(--link)}
button{font:inherit;font-weight:600;min-height:44px;margin-top:.5rem;padding:0 1rem;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit}`
