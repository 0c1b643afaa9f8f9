import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { StoredPartnershipApplication } from './schema.ts'

// Sending an application is the spec's `POST /functions/v1/submit-partnership`, outside this base.
export const partners = {
  /** All applications, the newest first. */
  listApplications: route
    .route({ method: 'GET', path: '/admin/partnership-applications' })
    .input(PageQuery)
    .output(pageOf(StoredPartnershipApplication))
    .errors(pickErrors('FORBIDDEN')),
  /** The newest application that one sent while signed in, or null. */
  getOwnApplication: route
    .route({ method: 'GET', path: '/me/partnership-application' })
    .output(StoredPartnershipApplication.nullable()),
}
