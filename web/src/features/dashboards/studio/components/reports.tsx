import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { useStudioStats } from '#features/dashboards/studio/api.ts'
import { Card } from '#ui/card.tsx'
import { averageShare } from '#ui/charts/heat-map.tsx'
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
          <Card
            title="Utilization"
            description="How much of your rooms' open time was booked in the last four weeks"
            action={<BookedShare share={averageShare(utilisation.flat())} />}
          >
            <Utilization shares={utilisation} />
          </Card>
          <MonthCharts months={months} currency={studio.currency} isFromBooks={collected !== null} />
        </div>
      )}
    </QueryView>
  )
}

/** The answer of the heat map in one figure; nothing for a studio without opening hours. */
const BookedShare = ({ share }: { share: number | null }) =>
  share !== null && (
    <p className="text-xl font-semibold whitespace-nowrap tabular-nums">
      {Math.round(share * 100)}% <span className="text-sm font-normal text-muted-foreground">booked</span>
    </p>
  )
