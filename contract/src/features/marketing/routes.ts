import { route } from '../../route.ts'
import { NewContactRequest, NewWebinarRegistration, Received, WebinarRegistered } from './schema.ts'

/** For visitors as well: nobody has to sign in to write to us. */
export const marketing = {
  createContactRequest: route
    .route({ method: 'POST', path: '/contact-requests', successStatus: 201 })
    .input(NewContactRequest)
    .output(Received),
  createWebinarRegistration: route
    .route({ method: 'POST', path: '/webinar-registrations', successStatus: 201 })
    .input(NewWebinarRegistration)
    .output(WebinarRegistered),
}
