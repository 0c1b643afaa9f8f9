/**
 * Stands for a studio in a page that is written at build time; the server puts the studio at the address in its place.
 * No studio can have this slug. An element with `data-when` is left out where the studio has no such thing.
 */
export const standIn = {
  slug: '__studio__',
  name: '__studio_name__',
  // One character, since a mark shows no more.
  initial: '\ue000',
  tagline: '__studio_tagline__',
  logo_url: '/__studio_logo__',
  background_image_url: '/__studio_background__',
  hero_image_url: '/__studio_hero__',
  contact_email: '__studio_email__',
  contact_phone: '__studio_phone__',
} as const

/** The same for one of the services in a list: an element with `data-each` is written once for each of them. */
export const standInService = {
  key: '__service_key__',
  label: '__service_label__',
  length: '__service_length__',
  price: '__service_price__',
} as const

/** The element in which a booking page carries the public services as JSON. */
export const SERVICES_ELEMENT = 'page-services'

/** The element in which a studio's page carries the public studio as JSON, so that nobody need ask for it again. */
export const STUDIO_ELEMENT = 'page-studio'

/**
 * Marks what a page without plans (`PLANS=off`) leaves out: an element of a prerendered page, or with the value `page` the
 * whole page.
 */
export const ABOUT_PLANS = 'data-plans'

/** The name of the `meta` element that tells the screens that plans are off. */
export const PLANS_META = 'studiohub-plans'
