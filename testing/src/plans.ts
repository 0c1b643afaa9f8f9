import { openEmbedded } from '@studiohub/server/platform/db/embedded/open.ts'

/**
 * Moves the plans of some studios back in time, in the folder of a stopped server. Sessions and access tokens are not
 * changed.
 */
export async function backdatePlans(
  dataDir: string,
  ages: readonly { studio_id: string; days: number }[],
): Promise<void> {
  const engine = await openEmbedded({ directory: dataDir })
  try {
    for (const { studio_id, days } of ages) {
      const { rows } = await engine.execute(
        `update studio_subscriptions set current_period_start = current_period_start - make_interval(days => $2),
          current_period_end = current_period_end - make_interval(days => $2) where studio_id = $1 returning studio_id`,
        [studio_id, days],
      )
      if (rows.length !== 1) throw new Error(`${studio_id} has no plan to move back in time`)
    }
  } finally {
    await engine.close()
  }
}
