import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { ContactRequest, NewContactRequest, NewWebinarRegistration, Received, WebinarRegistered } from './schema.ts'

/** For visitors as well: nobody has to sign in to write to us. */
export const marketing = {
  createContactRequest: route
    .route({ method: 'POST', path: '/contact-requests', successStatus: 201 })
    .input(NewContactRequest)
    .output(Received),
  /** All that was written to us, the newest first: for operators. */
  listContactRequests: route
    .route({ method: 'GET', path: '/admin/contact-requests' })
    .input(PageQuery)
    .output(pageOf(ContactRequest))
    .errors(pickErrors('FORBIDDEN')),
  createWebinarRegistration: route
    .route({ method: 'POST', path: '/webinar-registrations', successStatus: 201 })
    .input(NewWebinarRegistration)
    .output(WebinarRegistered),
}
