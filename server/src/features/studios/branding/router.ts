import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { iconSizes, readIcon, readManifest } from './app-service.ts'
import { readPreviewPicture, readStylesheet } from './preview-service.ts'

const sheetName = /^([0-9a-f-]{36})-[0-9a-z]+\.css$/
const pictureName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[0-9a-f]+\.png$/
const iconName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[0-9a-f]+-(192|512)\.png$/
const manifestName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webmanifest$/

const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Serves a studio's branding: `{studio}-{hash}.css` with its colors and fonts, `{studio}-{hash}.png`, the picture for link
 * previews, and `{studio}.webmanifest` with the icons `{studio}-{hash}-{size}.png` of its app. Names with a hash change with
 * the content, so caches may store these files forever.
 */
export const brandRoutes: FastifyPluginAsync<{ config: Pick<Config, 'publicUrl'> }> = async (app, { config }) => {
  app.get<{ Params: { file: string } }>('/:file', async (request, reply) => {
    const { file } = request.params
    const pictureStudioId = pictureName.exec(file)?.[1]
    if (pictureStudioId) {
      const picture = (await readPreviewPicture(request, pictureStudioId, config)) ?? fail('NOT_FOUND')
      // Other names redirect to the current picture, so that requests with invented names do not draw pictures.
      if (picture.path !== `/brand/${file}`)
        return reply.header('cache-control', 'no-cache').redirect(picture.path, 302)
      // Other websites show the picture in link previews.
      reply.headers({
        'cache-control': FOREVER,
        vary: 'accept-encoding',
        'cross-origin-resource-policy': 'cross-origin',
      })
      return reply.type('image/png').send(await picture.draw())
    }
    const manifestStudioId = manifestName.exec(file)?.[1]
    if (manifestStudioId) {
      const screenshotPath = (await readPreviewPicture(request, manifestStudioId, config))?.path ?? fail('NOT_FOUND')
      const manifest = (await readManifest(request, manifestStudioId, screenshotPath)) ?? fail('NOT_FOUND')
      return reply.header('cache-control', 'no-cache').type('application/manifest+json').send(JSON.stringify(manifest))
    }
    const [, iconStudioId, sizeText] = iconName.exec(file) ?? []
    const size = iconSizes.find((iconSize) => String(iconSize) === sizeText)
    if (iconStudioId && size) {
      const icon = (await readIcon(request, iconStudioId, size)) ?? fail('NOT_FOUND')
      if (icon.path !== `/brand/${file}`) return reply.header('cache-control', 'no-cache').redirect(icon.path, 302)
      return reply
        .headers({ 'cache-control': FOREVER, vary: 'accept-encoding' })
        .type('image/png')
        .send(await icon.draw())
    }
    const studio_id = sheetName.exec(file)?.[1] ?? fail('NOT_FOUND')
    const sheet = (await readStylesheet(request, studio_id)) ?? fail('NOT_FOUND')
    // The name of an old or future stylesheet has other colors, so caches must not store the current one under that name.
    const isCurrent = sheet.path === `/brand/${file}`
    reply.headers({ 'cache-control': isCurrent ? FOREVER : 'no-cache', vary: 'accept-encoding' })
    return reply.type('text/css; charset=utf-8').send(sheet.text)
  })
}
