import { createHash } from 'node:crypto'
import { brandStylesheet, defaultBrandColors } from '@studiohub/contract/features/studios/rules.ts'
import type { BrandColors } from '@studiohub/contract/features/studios/schema.ts'
import { chooseButtonColors } from '#features/emails/wording.ts'
import type { Config } from '#platform/config/config.ts'
import { asActor } from '#platform/db/actor.ts'
import { drawSharePreviewOnce, type SharePreview } from '#platform/images/card-picture.ts'
import { resolveStudio } from '../queries.ts'
import { type PageRequest, toVisitorCaller } from './address-service.ts'

export type PublicStudio = NonNullable<Awaited<ReturnType<typeof resolveStudio>>>
export type PublicUrlConfig = Pick<Config, 'publicUrl'>

/** A studio's stylesheet and its path; null if there is no such studio. */
export async function readStylesheet(request: Pick<PageRequest, 'id'>, studio_id: string) {
  const studio = await asActor(toVisitorCaller(request), (tx) => resolveStudio(tx, { id: studio_id }))
  return studio ? { text: brandStylesheet(studio.brand_colors, studio.fonts), path: studio.brand_css } : null
}

const chooseColors = (brand: BrandColors): SharePreview['colors'] => {
  const colorOf = (name: 'background' | 'primary' | 'accent') =>
    chooseButtonColors(brand[name] ?? defaultBrandColors[name])
  const { color: background, ink } = colorOf('background')
  return { background, primary: colorOf('primary').color, accent: colorOf('accent').color, ink }
}

const buildSharePreview = (studio: PublicStudio, { publicUrl }: PublicUrlConfig): SharePreview => ({
  title: studio.name,
  subtitle: studio.tagline ?? '',
  footer: `${new URL(publicUrl).host}/${studio.slug}`,
  colors: chooseColors(studio.brand_colors),
})

// Increase this number when the design of the pictures changes, so that caches do not show old pictures.
const DESIGN_VERSION = 1

/** The current path of the picture for link previews. */
export const picturePath = (studio: PublicStudio, config: PublicUrlConfig) => {
  const content = JSON.stringify([DESIGN_VERSION, buildSharePreview(studio, config)])
  return `/brand/${studio.id}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}.png`
}

/** The picture for link previews of a studio, drawn on demand, and its current path; null if there is no such studio. */
export async function readPreviewPicture(request: Pick<PageRequest, 'id'>, studio_id: string, config: PublicUrlConfig) {
  const studio = await asActor(toVisitorCaller(request), (tx) => resolveStudio(tx, { id: studio_id }))
  if (!studio) return null
  const path = picturePath(studio, config)
  return { path, draw: () => drawSharePreviewOnce(path, buildSharePreview(studio, config)) }
}
