import type { FrameEvent, FrameMessage } from './frame-messages.ts'

// `/embed.js`, which studios add to their own websites (docs/embed.md). It needs no other file, has at most 5 kB and uses no
// cookies. The form is loaded only when it is near the visible area, or opened.

const MIN_HEIGHT = 320

function isMessage(data: unknown): data is { studiohub: FrameMessage } {
  return typeof data === 'object' && data !== null && 'studiohub' in data
}

/** Creates the frame with the studio's form. It is as high as its content. */
function createFrame(
  { studio = '', service = '' }: DOMStringMap,
  platformOrigin: string,
  report: (event: FrameEvent) => void,
) {
  const query = new URLSearchParams({ website: location.origin, ...(service && { service }) })
  const frame = document.createElement('iframe')
  frame.src = `${platformOrigin}/embed/${encodeURIComponent(studio)}?${query}`
  frame.title = 'Book a session'
  frame.loading = 'lazy'
  frame.style.cssText = `width:100%;border:0;border-radius:12px;display:block;color-scheme:normal;height:${MIN_HEIGHT}px`
  window.addEventListener('message', ({ data, origin, source }) => {
    if (origin !== platformOrigin || source !== frame.contentWindow || !isMessage(data)) return
    const message = data.studiohub
    if ('height' in message) frame.style.height = `${Math.max(MIN_HEIGHT, Math.ceil(message.height))}px`
    else report(message.event)
  })
  return frame
}

/** Creates a window over the page. It closes on Escape, its button, or a click outside. */
function createDialog(frame: HTMLIFrameElement) {
  const dialog = document.createElement('dialog')
  dialog.ariaLabel = 'Book a session'
  dialog.style.cssText =
    'width:min(36rem,100vw);max-width:100vw;max-height:100dvh;padding:0;border:0;border-radius:12px;overflow:auto'
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = '\u00d7'
  close.ariaLabel = 'Close'
  close.style.cssText =
    'position:sticky;top:8px;float:right;margin:8px 8px -52px 0;z-index:1;width:44px;height:44px;border:0;border-radius:50%;' +
    'background:#fff;color:#111827;box-shadow:0 1px 4px rgb(0 0 0/.3);font:24px/1 system-ui,sans-serif;cursor:pointer'
  close.onclick = () => dialog.close()
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close()
  }
  dialog.append(close, frame)
  return dialog
}

function createButton({ label, color = '#111827' }: DOMStringMap, isFloating: boolean) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = label || 'Book a session'
  button.style.cssText =
    `font:600 16px/1 system-ui,sans-serif;padding:14px 20px;border:0;border-radius:8px;cursor:pointer;color:#fff;background:${color};` +
    (isFloating ? 'position:fixed;right:16px;bottom:16px;z-index:2147483000;box-shadow:0 4px 16px rgb(0 0 0/.25)' : '')
  return button
}

/** Adds the form, or the button that opens it, at the position of the script element. */
function addForm(script: HTMLScriptElement) {
  const { dataset } = script
  const container = document.createElement('div')
  const report = (event: FrameEvent | 'opened') =>
    container.dispatchEvent(new CustomEvent('studiohub', { bubbles: true, detail: { event, studio: dataset.studio } }))
  script.after(container)
  if (!dataset.studio) throw new Error("StudioHub: add data-studio with the name in your studio's address.")
  const platformOrigin = new URL(script.src).origin
  const mode = dataset.mode ?? 'inline'
  if (mode === 'inline') return container.append(createFrame(dataset, platformOrigin, report))
  const button = createButton(dataset, mode === 'popup')
  let dialog: HTMLDialogElement | undefined
  button.onclick = () => {
    if (!dialog) {
      dialog = createDialog(createFrame(dataset, platformOrigin, report))
      container.append(dialog)
    }
    dialog.showModal()
    report('opened')
  }
  container.append(button)
}

if (document.currentScript instanceof HTMLScriptElement) addForm(document.currentScript)
