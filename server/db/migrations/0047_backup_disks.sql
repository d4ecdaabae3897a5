-- Where a backup was written, and whether that was on another disk than the data. The folder of a disk that isn't mounted is there all
-- the same, and a backup in it would be lost with the data.
alter table backup_runs add column place text, add column has_own_disk boolean;
