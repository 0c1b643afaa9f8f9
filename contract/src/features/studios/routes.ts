import { z } from 'zod'
import { pickErrors, route, uploadRoute } from '../../route.ts'
import { imageRules } from '../../shared/images.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import {
  AssetName,
  NewStudio,
  NewStudioDomain,
  PublicStudio,
  Studio,
  StudioChanges,
  StudioChoice,
  StudioDomain,
} from './schema.ts'
import { NewStudioSender, StudioSender } from './sender/schema.ts'

const AtStudio = z.object({ studio_id: Id })

const { avatar: _, picture: __, ...assetRules } = imageRules
const Asset = AtStudio.extend({ asset: AssetName })
const AssetUrl = z.object({ url: z.string().nullable() })

export const studios = {
  /** Studios that accept new members, by name, for clients to choose from (spec section 7). */
  listPublic: route.route({ method: 'GET', path: '/public/studios' }).input(PageQuery).output(pageOf(StudioChoice)),
  /** The studio at a slug (also a former one) or at a verified domain. Compare `slug` to detect a new address. */
  resolve: route
    .route({ method: 'GET', path: '/public/studios/resolve' })
    .input(z.object({ slug: z.string().max(200).optional(), host: z.string().max(260).optional() }))
    .output(PublicStudio)
    .errors(pickErrors('NOT_FOUND')),
  list: route
    .route({ method: 'GET', path: '/studios' })
    .input(PageQuery)
    .output(pageOf(Studio))
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/studios', successStatus: 201 })
    .input(NewStudio)
    .output(Studio)
    .errors(
      pickErrors(
        'FORBIDDEN',
        'INSUFFICIENT_AAL',
        'ADDRESS_NOT_PROVEN',
        'SLUG_TAKEN',
        'SLUG_RESERVED',
        'PLAN_NOT_SELECTABLE',
        'LAST_ADMIN',
      ),
    ),
  get: route
    .route({ method: 'GET', path: '/studios/{studio_id}' })
    .input(z.object({ studio_id: Id }))
    .output(Studio)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  update: route
    .route({ method: 'PATCH', path: '/studios/{studio_id}' })
    .input(StudioChanges.extend({ studio_id: Id }))
    .output(Studio)
    .errors(
      pickErrors(
        'FORBIDDEN',
        'FIELD_NOT_ALLOWED',
        'NOT_FOUND',
        'SLUG_TAKEN',
        'SLUG_RESERVED',
        'STALE_VERSION',
        'INVALID_COLOR',
        'FONT_NOT_ALLOWED',
        'SESSIONS_IN_THE_WAY',
        'STUDIO_SUSPENDED',
      ),
    ),
  /** Uploads one of its pictures, as the multipart field `file`. Each picture has its own limit (spec section 5). */
  updateAsset: uploadRoute
    .route({ method: 'PUT', path: '/studios/{studio_id}/assets/{asset}' })
    .meta({ upload: { byLastSegment: assetRules } })
    .input(Asset.extend({ file: z.file('Please choose a picture') }).strict())
    .output(AssetUrl)
    .errors(
      pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_ASSET', 'IMAGE_TOO_COMPLEX', 'IMAGE_UNREADABLE', 'UNSAFE_SVG'),
    ),
  deleteAsset: route
    .route({ method: 'DELETE', path: '/studios/{studio_id}/assets/{asset}' })
    .input(Asset)
    .output(AssetUrl)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_ASSET')),
  getDomain: route
    .route({ method: 'GET', path: '/studios/{studio_id}/domain' })
    .input(AtStudio)
    .output(StudioDomain)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Sets the studio's own domain. It does not work until it is proven. */
  updateDomain: route
    // No stored answer: jobs have the rights to write it, and naming a domain twice changes nothing.
    .meta({ onRepeat: 'none' })
    .route({ method: 'PUT', path: '/studios/{studio_id}/domain' })
    .input(NewStudioDomain.extend({ studio_id: Id }))
    .output(StudioDomain)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'DOMAIN_INVALID', 'DOMAIN_TAKEN')),
  deleteDomain: route
    .route({ method: 'DELETE', path: '/studios/{studio_id}/domain' })
    .input(AtStudio)
    .output(StudioDomain)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Checks the record. If it is found, the domain belongs to the studio. */
  verifyDomain: route
    // A stored answer would be wrong as soon as the domain is proven.
    .meta({ onRepeat: 'none' })
    .route({ method: 'POST', path: '/studios/{studio_id}/domain/verify' })
    .input(AtStudio)
    .output(StudioDomain)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'DOMAIN_NOT_PROVEN', 'DOMAIN_TAKEN')),
  /** The address from which the studio's emails are sent, and the DNS records that it needs. */
  getSender: route
    .route({ method: 'GET', path: '/studios/{studio_id}/sender' })
    .input(AtStudio)
    .output(StudioSender)
    .errors(pickErrors('FORBIDDEN')),
  /** Sets the address. Emails are sent from it after the record of its key was found. */
  updateSender: route
    .meta({ onRepeat: 'none' })
    .route({ method: 'PUT', path: '/studios/{studio_id}/sender' })
    .input(NewStudioSender.extend({ studio_id: Id }))
    .output(StudioSender)
    .errors(pickErrors('FORBIDDEN', 'DOMAIN_TAKEN')),
  deleteSender: route
    .route({ method: 'DELETE', path: '/studios/{studio_id}/sender' })
    .input(AtStudio)
    .output(StudioSender)
    .errors(pickErrors('FORBIDDEN')),
  /** Looks for the records now. */
  checkSender: route
    .meta({ onRepeat: 'none' })
    .route({ method: 'POST', path: '/studios/{studio_id}/sender/check' })
    .input(AtStudio)
    .output(StudioSender)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'DOMAIN_TAKEN')),
  /** Creates a new key. The current key signs until the record of the new one is found. */
  rotateSenderKey: route
    .meta({ onRepeat: 'none' })
    .route({ method: 'POST', path: '/studios/{studio_id}/sender/rotate-key' })
    .input(AtStudio)
    .output(StudioSender)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
}
