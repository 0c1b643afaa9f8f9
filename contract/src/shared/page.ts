import { z } from 'zod'

export const PAGE_LIMIT_MAX = 100

/** What a list route takes: where the last page ended and how many rows to answer. */
export const PageQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT_MAX).optional(),
})

/** What every list answers; `next_cursor` is null on the last page. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() })
