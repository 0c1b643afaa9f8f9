/**
 * The placeholder studio in prerendered pages, which the server replaces with the real one. No studio can have this slug.
 * The server removes elements whose `data-when` names an empty field.
 */
export const placeholderStudio = {
  slug: '__studio__',
  name: '__studio_name__',
  // One character, because a logo mark shows only one.
  initial: '\ue000',
  tagline: '__studio_tagline__',
  logo_url: '/__studio_logo__',
  background_image_url: '/__studio_background__',
  hero_image_url: '/__studio_hero__',
  contact_email: '__studio_email__',
  contact_phone: '__studio_phone__',
} as const

/** The placeholder service in a list: the server repeats its `data-each` element for every service. */
export const placeholderService = {
  key: '__service_key__',
  label: '__service_label__',
  length: '__service_length__',
  price: '__service_price__',
  unit: '__service_unit__',
  details: '__service_details__',
  picture: '__service_picture__',
} as const

/**
 * The placeholder of a value that the server writes into a page. In an element with `data-each`, `data-when="room_details"`
 * names a field of the entry.
 * @param list `page` for a value of the page itself, or the name of a `data-each` list for a value of each entry
 */
export const formatPlaceholder = (list: string, field: string) => `__${list}_${field}__`

/** The id of the element with the free times as JSON, on a studio's public page. */
export const TIMES_ELEMENT = 'page-times'

/** The id of the element with the public services as JSON, on a booking page. */
export const SERVICES_ELEMENT = 'page-services'

/** The id of the element with the public studio as JSON, which saves a request. */
export const STUDIO_ELEMENT = 'page-studio'

/**
 * Marks parts of a page that are removed if plans are off (`PLANS=off`): an element, or with the value `page` the whole
 * page.
 */
export const PLANS_ATTRIBUTE = 'data-plans'

/** The name of the `meta` element that says that plans are off. */
export const PLANS_META = 'studiohub-plans'
