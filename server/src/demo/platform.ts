type Call = (path: string, body: object, method?: 'POST' | 'PATCH' | 'PUT') => Promise<{ id: string }>

/** Creates data for an operator: an inactive studio, a partner application and a contact request. */
export async function fillPlatform({ operator, visitor }: { operator: Call; visitor: Call }) {
  await operator('/api/v1/studios', {
    name: 'Tidewater Films',
    slug: 'tidewater-films',
    type: 'video',
    tier: 'starter',
    location: 'Harbour Road 4, Cork',
    contact_email: 'desk@tidewater.example',
    timezone: 'Europe/Dublin',
    currency: 'EUR',
  })
  await visitor('/functions/v1/submit-partnership', {
    companyName: 'Lumen Lighting',
    contactName: 'Rosa Weiss',
    email: 'rosa@lumen.example',
    phone: '+49 30 555 0134',
    partnershipType: 'technology',
    message:
      'We build dimmable panels that studios control from their own software. We would like to list them for yours.',
  })
  await visitor('/api/v1/contact-requests', {
    name: 'Ida Berg',
    email: 'ida@bergaudio.example',
    company: 'Berg Audio',
    topic: 'sales',
    message: 'We run twelve rooms in three cities. What would you suggest, and from when could we begin?',
  })
}
