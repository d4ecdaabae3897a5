-- The key of the files' paths is made from the audit key now, which lies outside the database.
drop table secrets;
