import { createRequire } from 'node:module'
import { escapeHtml } from '../http/studio-head.ts'

/** The content of an app's icon: the logo, or a letter in `onPrimary` on `primary`. Colors are `#rrggbb`. */
export type AppIcon = {
  letter: string
  logo: Uint8Array | null
  colors: { background: string; primary: string; onPrimary: string }
}

// We include a font, because a server may have none.
const require = createRequire(import.meta.url)
const bold = { font: 'Inter Bold', fontfile: require.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf') }

// Phones crop icons to circles of at least four fifths of their size, and the logo must stay within (W3C, maskable icons).
const LOGO_SHARE = 0.62
const LETTER_SHARE = 0.5

/** Draws the icon of an installed app as PNG: a full square, which phones crop to their own shape. @param size in pixels */
export async function drawAppIcon({ letter, logo, colors }: AppIcon, size: number): Promise<Buffer> {
  const sharp = (await import('sharp')).default
  const square = (background: string) => sharp({ create: { width: size, height: size, channels: 4, background } })
  const inner = Math.round(size * LOGO_SHARE)
  // If the logo cannot be read, the icon shows the letter.
  const logoImage =
    logo &&
    (await sharp(logo)
      .resize(inner, inner, { fit: 'inside' })
      .png()
      .toBuffer()
      .catch(() => null))
  if (logoImage) {
    return square(colors.background)
      .composite([{ input: logoImage, gravity: 'center' }])
      .png()
      .toBuffer()
  }
  const text = `<span foreground="${escapeHtml(colors.onPrimary)}" size="${Math.round(size * LETTER_SHARE)}pt">${escapeHtml(letter)}</span>`
  const input = await sharp({ text: { text, ...bold, rgba: true, dpi: 72 } })
    .resize(inner, inner, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
  return square(colors.primary)
    .composite([{ input, gravity: 'center' }])
    .png()
    .toBuffer()
}
