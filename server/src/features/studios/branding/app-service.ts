import { createHash } from 'node:crypto'
import { defaultBrandColors } from '@studiohub/contract/features/studios/rules.ts'
import { chooseButtonColors } from '#features/emails/wording.ts'
import { asActor } from '#platform/db/actor.ts'
import { PUBLIC_FILES } from '#platform/files/files.ts'
import { getFileStore } from '#platform/files/open.ts'
import { type AppIcon, drawAppIcon } from '#platform/images/app-icon.ts'
import { CARD_HEIGHT, CARD_WIDTH } from '#platform/images/card-picture.ts'
import { resolveStudio } from '../queries.ts'

type PublicStudio = NonNullable<Awaited<ReturnType<typeof resolveStudio>>>

export const iconSizes = [192, 512] as const
type IconSize = (typeof iconSizes)[number]

// The label under an icon on the home screen shows about this many characters.
const SHORT_NAME_MAX = 12

/** The path of the manifest that lets a studio's pages be installed as an app. */
export const manifestPath = ({ id }: Pick<PublicStudio, 'id'>) => `/brand/${id}.webmanifest`

const describeIcon = ({ name, brand_colors }: PublicStudio): Omit<AppIcon, 'logo'> => {
  const primary = chooseButtonColors(brand_colors.primary ?? defaultBrandColors.primary)
  const background = chooseButtonColors(brand_colors.background ?? defaultBrandColors.background)
  return {
    letter: [...name.trim()][0]?.toUpperCase() ?? 'S',
    colors: { background: background.color, primary: primary.color, onPrimary: primary.ink },
  }
}

/** The path of a studio's icon. It changes with the icon, so caches may store the icon forever. */
export function iconPath(studio: PublicStudio, size: IconSize): string {
  const content = JSON.stringify([describeIcon(studio), studio.logo_url])
  return `/brand/${studio.id}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}-${size}.png`
}

/**
 * The manifest with which a studio's pages can be installed as an app (W3C Web Application Manifest); null if there is no
 * such studio. The app opens the home page of a signed-in person, or else the studio's sign-in page.
 * @param screenshotPath the path of the picture that browsers show before the installation, with the size of link previews
 */
export async function readManifest(request: { id: string }, studio_id: string, screenshotPath: string) {
  const studio = await readStudio(request, studio_id)
  if (!studio) return null
  const { name, slug, tagline } = studio
  const { colors } = describeIcon(studio)
  return {
    id: `/${slug}`,
    name,
    short_name: [...name].length <= SHORT_NAME_MAX ? name : (name.split(/\s+/)[0] ?? name).slice(0, SHORT_NAME_MAX),
    ...(tagline && { description: tagline }),
    start_url: `/${slug}/auth/callback`,
    scope: '/',
    display: 'standalone',
    background_color: colors.background,
    theme_color: colors.background,
    icons: iconSizes.flatMap((size) =>
      (['any', 'maskable'] as const).map((purpose) => ({
        src: iconPath(studio, size),
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ),
    screenshots: (['wide', 'narrow'] as const).map((form_factor) => ({
      src: screenshotPath,
      sizes: `${CARD_WIDTH}x${CARD_HEIGHT}`,
      type: 'image/png',
      form_factor,
      label: name,
    })),
    shortcuts: [
      { name: 'Book a session', url: `/${slug}/bookings?new=1` },
      { name: 'Messages', url: `/${slug}/messages` },
    ],
  }
}

/** A studio's icon, drawn on demand, and its current path; null if there is no such studio. */
export async function readIcon(request: { id: string }, studio_id: string, size: IconSize) {
  const studio = await readStudio(request, studio_id)
  if (!studio) return null
  const draw = async () => drawAppIcon({ ...describeIcon(studio), logo: await readLogo(studio.logo_url) }, size)
  return { path: iconPath(studio, size), draw }
}

const readStudio = ({ id }: { id: string }, studio_id: string) =>
  asActor({ session_id: null, request_id: id }, (tx) => resolveStudio(tx, { id: studio_id }))

async function readLogo(address: string | null): Promise<Uint8Array | null> {
  return address?.startsWith(`${PUBLIC_FILES}/`) ? getFileStore().get(address.slice(PUBLIC_FILES.length + 1)) : null
}
