import { priceCards } from '../content/landing.ts'
import { ORIGIN } from './page-meta.ts'

/** The product and its prices as structured data. Plans with a custom price have no offer. */
export const productData = {
  '@type': 'SoftwareApplication',
  name: 'StudioHub',
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  url: ORIGIN,
  image: `${ORIGIN}/preview.png`,
  offers: priceCards
    .filter(({ plan }) => plan.price_per_month !== null)
    .map(({ name, plan, features }) => ({
      '@type': 'Offer',
      name,
      description: features.join(', '),
      price: plan.price_per_month,
      priceCurrency: 'USD',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: plan.price_per_month,
        priceCurrency: 'USD',
        unitText: 'MONTH',
      },
    })),
}
