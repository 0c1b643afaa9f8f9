import { createRequire } from 'node:module'
import { escapeHtml } from '../http/studio-head.ts'

/** The texts and colors of the preview picture of a shared link; colors are `#rrggbb`. */
export type SharePreview = {
  title: string
  subtitle: string
  footer: string
  colors: { background: string; primary: string; accent: string; ink: string }
}

export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630

const MARGIN = 80
const TITLE_TOP = 150
const GAP = 32
const TEXT_HEIGHT_MAX = 260

// We include a font, because a server may have none. Other scripts (East Asian) use the system's fonts.
const require = createRequire(import.meta.url)
const bold = { font: 'Inter Bold', fontfile: require.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf') }
const regular = { font: 'Inter', fontfile: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf') }

// Loaded when the first picture is drawn, because it loads a native library.
const loadSharp = async () => (await import('sharp')).default

/** Draws the preview picture as PNG, 1200 by 630. Texts that do not fit are shortened. */
export async function drawSharePreview({ title, subtitle, footer, colors }: SharePreview): Promise<Buffer> {
  const titleLength = [...title].length
  const size = titleLength <= 18 ? 84 : titleLength <= 40 ? 64 : 46
  const [titleImage, subtitleImage, footerImage] = await Promise.all([
    drawText(shortenText(title, 100), size, colors.ink, bold),
    drawText(shortenText(subtitle, 120), 32, colors.ink, regular),
    drawText(shortenText(footer, 60), 24, colors.ink, bold),
  ])
  const subtitleTop = TITLE_TOP + (titleImage?.height ?? 0) + GAP
  const layers = [
    titleImage && { input: titleImage.input, left: MARGIN, top: TITLE_TOP },
    subtitleImage && { input: subtitleImage.input, left: MARGIN, top: subtitleTop },
    footerImage && { input: footerImage.input, left: MARGIN, top: CARD_HEIGHT - MARGIN - footerImage.height },
  ]
  const sharp = await loadSharp()
  return sharp(Buffer.from(backgroundOf(colors)))
    .composite(layers.filter((layer) => layer !== null))
    .png({ compressionLevel: 9 })
    .toBuffer()
}

const shortenText = (text: string, length: number) => {
  const characters = [...text]
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}

async function drawText(text: string, size: number, ink: string, font: { font: string; fontfile: string }) {
  if (text.trim() === '') return null
  const markup = `<span foreground="${escapeHtml(ink)}" size="${size}pt">${escapeHtml(text)}</span>`
  const sharp = await loadSharp()
  const { data, info } = await sharp({
    text: { text: markup, ...font, rgba: true, width: CARD_WIDTH - 2 * MARGIN, wrap: 'word-char', dpi: 72 },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  const height = Math.min(info.height, TEXT_HEIGHT_MAX)
  if (height === info.height) return { input: data, height }
  // Many combining marks on one letter could make a line very high, so the text is cropped.
  return { input: await sharp(data).extract({ left: 0, top: 0, width: info.width, height }).toBuffer(), height }
}

const BAR_WIDTH = 14
const BAR_HEIGHT_MAX = 142
const bars = [26, 48, 78, 44, 104, 66, 126, 84, 52, 98, BAR_HEIGHT_MAX, 110, 62, 90, 42, 70, 30]

// A wave form in the brand's two colors at the bottom right, over a glow in the primary color.
function backgroundOf({ background, primary, accent }: SharePreview['colors']): string {
  const x = CARD_WIDTH - MARGIN - bars.length * BAR_WIDTH * 2 + BAR_WIDTH
  const rectangles = bars.map(
    (height, index) =>
      `<rect x="${x + index * BAR_WIDTH * 2}" y="${CARD_HEIGHT - MARGIN - height}" width="${BAR_WIDTH}" height="${height}" rx="7" fill="url(#bars)"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">
<defs>
<radialGradient id="glow" cx="0.95" cy="1" r="0.9"><stop offset="0" stop-color="${primary}" stop-opacity="0.34"/><stop offset="1" stop-color="${primary}" stop-opacity="0"/></radialGradient>
<linearGradient id="bars" gradientUnits="userSpaceOnUse" x1="0" y1="${CARD_HEIGHT - MARGIN - BAR_HEIGHT_MAX}" x2="0" y2="${CARD_HEIGHT - MARGIN}"><stop offset="0" stop-color="${accent}"/><stop offset="1" stop-color="${primary}"/></linearGradient>
</defs>
<rect width="100%" height="100%" fill="${background}"/><rect width="100%" height="100%" fill="url(#glow)"/>
<rect x="${MARGIN}" y="${MARGIN}" width="96" height="10" rx="5" fill="${primary}"/>
${rectangles.join('\n')}
</svg>`
}

const PICTURES_CACHED_MAX = 100
const pictures = new Map<string, Promise<Buffer>>()

/** Draws a picture once per name, which must change with its content. The process caches the last `PICTURES_CACHED_MAX`. */
export function drawSharePreviewOnce(name: string, preview: SharePreview): Promise<Buffer> {
  const cachedPicture = pictures.get(name)
  if (cachedPicture) return cachedPicture
  const [oldest] = pictures.keys()
  if (pictures.size >= PICTURES_CACHED_MAX && oldest !== undefined) pictures.delete(oldest)
  const picture = drawSharePreview(preview)
  pictures.set(name, picture)
  // After a failure the next request tries again.
  picture.catch(() => pictures.delete(name))
  return picture
}
