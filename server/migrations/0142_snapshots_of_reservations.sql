-- Snapshots for undoing a move name the reservations of a session `reservations`; before, they were `holds`.
update booking_undos
set snapshot = jsonb_set(snapshot #- '{released,holds}', '{released,reservations}', snapshot #> '{released,holds}')
where snapshot -> 'released' ? 'holds';
