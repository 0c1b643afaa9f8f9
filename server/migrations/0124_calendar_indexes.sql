-- The month of a studio among thousands reads a page for each row, because their rows lie scattered. These indexes save the
-- pages of rows that the calendar does not show, and those of the reservations.

-- Sessions that began before the first day of a calendar.
create index bookings_of_several_days on bookings (studio_id, booking_date) where days > 1;

-- Has all that a calendar and the row policies read of a reservation.
create index reservations_by_booking_with_resource on reservations (booking_id) include (resource_id, requested, studio_id);
drop index reservations_by_booking;
