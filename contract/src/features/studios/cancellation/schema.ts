import { z } from 'zod'
import { Id, prose } from '#shared/text.ts'

export const CANCELLATION_STEPS_MAX = 5
export const WAIVE_REASON_MAX = 200
const STEP_HOURS_MAX = 720
const LATER_COSTS_LESS = 'Cancelling later must not cost less'

const percent = z
  .number({ error: 'Please enter a percentage' })
  .int('Please use a whole percentage')
  .min(0, 'At least 0 percent')
  .max(100, 'At most 100 percent')

/** The cost of cancelling until `hours` before the start, in percent of the price. */
export const CancellationStep = z.strictObject({
  hours: z
    .number({ error: 'Please enter the hours' })
    .int('Please use whole hours')
    .min(1, 'At least 1 hour')
    .max(STEP_HOURS_MAX, 'At most 30 days'),
  percent,
})
export type CancellationStep = z.infer<typeof CancellationStep>

/**
 * What cancelling costs, in steps. Cancelling earlier never costs more. A no-show costs at least as much as cancelling at
 * the last moment.
 */
export const CancellationPolicy = z
  .strictObject({
    /** The steps, from the longest time before the start to the shortest. */
    steps: z.array(CancellationStep).max(CANCELLATION_STEPS_MAX, `At most ${CANCELLATION_STEPS_MAX} steps`),
    /** After the last step. */
    late_percent: percent,
    /** The fee if the client does not come. */
    no_show_percent: percent,
  })
  .superRefine(({ steps, late_percent, no_show_percent }, context) => {
    const addIssue = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path })
    steps.forEach((step, index) => {
      const earlier = steps[index - 1]
      if (!earlier) return
      if (step.hours >= earlier.hours) addIssue('Please enter fewer hours than above', 'steps', index, 'hours')
      if (step.percent < earlier.percent) addIssue(LATER_COSTS_LESS, 'steps', index, 'percent')
    })
    if (late_percent < (steps.at(-1)?.percent ?? 0)) addIssue(LATER_COSTS_LESS, 'late_percent')
    if (no_show_percent < late_percent) addIssue('A no-show must not cost less than cancelling', 'no_show_percent')
  })
export type CancellationPolicy = z.infer<typeof CancellationPolicy>

/**
 * The cancellation policy of a booking: the studio's at the time of booking, with limits from later changes by the client.
 */
export const BookingPolicy = CancellationPolicy.safeExtend({
  /**
   * Fees use at least this price, in the booking's currency. It is set if the client lowered the price when cancelling was
   * not free.
   */
  price_minor: z.number().int().optional(),
})
export type BookingPolicy = z.infer<typeof BookingPolicy>

/** The policy of a studio that has not chosen one: cancelling is free. */
export const freePolicy: CancellationPolicy = { steps: [], late_percent: 0, no_show_percent: 0 }

export const bookingFeeKinds = ['cancellation', 'no_show'] as const

/** The fee of a cancelled or missed session. */
export const BookingFee = z.object({
  kind: z.enum(bookingFeeKinds),
  percent: z.number().int(),
  /** The hours of the step that applied; null: after the last step, or a no-show. */
  hours: z.number().int().nullable(),
  /** In the booking's currency. It stays when the fee is waived. */
  amount_minor: z.number().int(),
  waived_at: z.string().nullable(),
  waived_by: Id.nullable(),
  /** The client reads it. */
  waive_reason: z.string().nullable(),
})
export type BookingFee = z.infer<typeof BookingFee>

export const WaiveReason = prose(WAIVE_REASON_MAX).refine(
  (text) => text !== '',
  'Please enter a reason the fee is waived',
)
