-- Since when a request has had a status that an undo gave back to it: as if the undone change had not been. Null where the status holds
-- since its change.
alter table request_status_changes add column since timestamptz;
