import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import { ReportPeriod, Reports } from './reports/schema.ts'
import { StudioSetup, StudioSetupChange, StudioStats } from './schema.ts'

export const dashboards = {
  getStudioStats: route
    .route({ method: 'GET', path: '/studios/{studio_id}/stats' })
    .input(z.object({ studio_id: Id }))
    .output(StudioStats)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** A studio's earnings, the use of its rooms and the open invoices, for a period. */
  getReports: route
    .route({ method: 'GET', path: '/studios/{studio_id}/reports' })
    .input(ReportPeriod)
    .output(Reports)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Invoices, payments, taxes and the books of a period as CSV files in one ZIP. */
  getAccountingExport: route
    .route({ method: 'GET', path: '/studios/{studio_id}/accounting-export' })
    .input(ReportPeriod)
    .output(z.file())
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** The checklist of a studio's public page. */
  getSetup: route
    .route({ method: 'GET', path: '/studios/{studio_id}/setup' })
    .input(z.object({ studio_id: Id }))
    .output(StudioSetup)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  updateSetup: route
    .route({ method: 'POST', path: '/studios/{studio_id}/setup' })
    .input(z.object({ studio_id: Id }).extend(StudioSetupChange.shape))
    .output(StudioSetup)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
}
