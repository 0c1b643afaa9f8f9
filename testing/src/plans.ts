import { openEmbedded } from '@studiohub/server/platform/db/embedded/open.ts'

/**
 * Lets days pass for the plans of some studios, in the folder of a server that does not run. Nothing else grows older:
 * for sessions and access tokens it is still today.
 */
export async function agePlans(dataDir: string, ages: readonly { studio_id: string; days: number }[]): Promise<void> {
  const engine = await openEmbedded({ directory: dataDir })
  try {
    for (const { studio_id, days } of ages) {
      const { rows } = await engine.execute(
        `update studio_subscriptions set current_period_start = current_period_start - make_interval(days => $2),
          current_period_end = current_period_end - make_interval(days => $2) where studio_id = $1 returning studio_id`,
        [studio_id, days],
      )
      if (rows.length !== 1) throw new Error(`${studio_id} has no plan that could grow older`)
    }
  } finally {
    await engine.close()
  }
}
