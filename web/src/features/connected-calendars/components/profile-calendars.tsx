import { ConsentReturn } from './consent-return.tsx'
import { OwnCalendars } from './own-calendars.tsx'
import { RoomCalendars } from './room-calendars.tsx'

type ProfileCalendarsProps = {
  studio_id: string
  user_id: string
  /** Whether the calendars of rooms are shown too. People at the desk connect them here, because they do not see the settings. */
  hasRooms: boolean
}

/** The connected calendars on a crew member's profile. */
export const ProfileCalendars = ({ studio_id, user_id, hasRooms }: ProfileCalendarsProps) => (
  <>
    <OwnCalendars studio_id={studio_id} user_id={user_id} />
    {hasRooms && <RoomCalendars studio_id={studio_id} />}
    <ConsentReturn studio_id={studio_id} />
  </>
)
