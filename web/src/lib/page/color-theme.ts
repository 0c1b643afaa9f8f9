/** The color theme that the user chose in this browser; `system` follows the system's setting. */
export const colorThemes = ['system', 'light', 'dark'] as const
export type ColorTheme = (typeof colorThemes)[number]

/** Where the choice is stored. Public pages read it in a script of their own (`root.tsx`). */
export const COLOR_THEME_KEY = 'studiohub.theme'

/** The theme that was chosen on this device. */
export function readColorTheme(): ColorTheme {
  const stored = window.localStorage.getItem(COLOR_THEME_KEY)
  return colorThemes.find((theme) => theme === stored) ?? 'system'
}

/** Shows the chosen theme. `styles.css` and the studio's stylesheet read it from the document. */
export function applyColorTheme(theme = readColorTheme()) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Stores the choice on this device and applies it at once. */
export function chooseColorTheme(theme: ColorTheme) {
  if (theme === 'system') window.localStorage.removeItem(COLOR_THEME_KEY)
  else window.localStorage.setItem(COLOR_THEME_KEY, theme)
  applyColorTheme(theme)
}

/** Applies a choice that was made in another tab. */
export function followColorTheme() {
  window.addEventListener('storage', ({ key }) => {
    if (key === COLOR_THEME_KEY) applyColorTheme()
  })
}
