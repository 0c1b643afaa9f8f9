import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { useStudioStats } from '#features/dashboards/studio/api.ts'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { MonthCharts } from './month-charts.tsx'
import { Utilization } from './utilization.tsx'

/** Room utilization and the history by month. */
export function Reports({ studio }: { studio: Studio }) {
  const stats = useStudioStats(studio.id)
  return (
    <QueryView query={stats} loadingText="Loading statistics..." errorTitle="Error loading stats">
      {({ utilisation, months, collected }) => (
        <div className="grid gap-6">
          <Card title="Utilization" description="How much of your rooms' open time was booked in the last four weeks">
            <Utilization shares={utilisation} />
          </Card>
          <MonthCharts months={months} currency={studio.currency} isFromBooks={collected !== null} />
        </div>
      )}
    </QueryView>
  )
}
