/** The addresses to which forms of the public pages are sent; these pages load no API client. */
export const formActions = {
  contact: '/api/v1/contact-requests',
  webinar: '/api/v1/webinar-registrations',
  partnership: '/functions/v1/submit-partnership',
} as const
