import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import { Discount, DiscountChanges, NewDiscount } from './schema.ts'

export const discounts = {
  /** The discount codes of a studio, newest first. This call and all below are for admins. */
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/discounts' })
    .input(z.object({ studio_id: Id }))
    .output(z.object({ items: z.array(Discount) }))
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/discounts', successStatus: 201 })
    .input(NewDiscount.safeExtend({ studio_id: Id }))
    .output(Discount)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'DISCOUNT_CODE_TAKEN', 'DISCOUNTS_FULL')),
  update: route
    .route({ method: 'PATCH', path: '/discounts/{id}' })
    .input(DiscountChanges.safeExtend({ id: Id }))
    .output(Discount)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION')),
}
