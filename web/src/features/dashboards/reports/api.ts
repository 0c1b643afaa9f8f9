import { useQuery } from '@tanstack/react-query'
import { saveFile } from '#lib/page/save-file.ts'
import { api, client } from '#lib/server/api.ts'
import { useAction } from '#lib/server/use-action.ts'

export type Period = { studio_id: string; from: string; to: string }

/** The reports of a period. */
export const useReports = (period: Period) => useQuery(api.dashboards.getReports.queryOptions({ input: period }))

/** Downloads the data of a period for an accountant, as one ZIP. */
export const useAccountingExport = () =>
  useAction({
    send: async (period: Period) => saveFile(await client.dashboards.getAccountingExport(period)),
    failed: 'Failed to download the export',
  })
