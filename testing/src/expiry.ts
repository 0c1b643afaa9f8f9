import { JOBS_TABLE } from '@studiohub/server/platform/jobs/jobs.ts'
import { selectRows } from './dumps.ts'

/** Lets a request reach its deadline and starts the job that ends such requests, which otherwise runs every ten minutes. */
export async function expireRequest(databaseUrl: string, booking_id: string) {
  await selectRows(
    databaseUrl,
    `update bookings set expires_at = now() - interval '1 minute' where id = '${booking_id}'`,
  )
  await selectRows(databaseUrl, `insert into ${JOBS_TABLE} (name, data) values ('bookings.expire-requests', '{}')`)
}
