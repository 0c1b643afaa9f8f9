import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { ContactRequest, NewContactRequest, NewWebinarRegistration, SubmissionAnswer, WebinarAnswer } from './schema.ts'

/** These calls need no sign-in, except the list for operators. */
export const marketing = {
  createContactRequest: route
    .route({ method: 'POST', path: '/contact-requests', successStatus: 201 })
    .input(NewContactRequest)
    .output(SubmissionAnswer),
  /** All contact requests, newest first, for operators. */
  listContactRequests: route
    .route({ method: 'GET', path: '/admin/contact-requests' })
    .input(PageQuery)
    .output(pageOf(ContactRequest))
    .errors(pickErrors('FORBIDDEN')),
  createWebinarRegistration: route
    .route({ method: 'POST', path: '/webinar-registrations', successStatus: 201 })
    .input(NewWebinarRegistration)
    .output(WebinarAnswer),
}
