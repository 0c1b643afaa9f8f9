import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { ListedPartnershipApplication, StoredPartnershipApplication } from './schema.ts'

// Applications are sent to the spec's `POST /functions/v1/submit-partnership`, which is not part of this API.
export const partners = {
  /** All applications, newest first. */
  listApplications: route
    .route({ method: 'GET', path: '/admin/partnership-applications' })
    .input(PageQuery)
    .output(pageOf(ListedPartnershipApplication))
    .errors(pickErrors('FORBIDDEN')),
  /** The newest application that the caller sent while signed in, or null. */
  getOwnApplication: route
    .route({ method: 'GET', path: '/me/partnership-application' })
    .output(StoredPartnershipApplication.nullable()),
}
