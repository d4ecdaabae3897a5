-- A search reads the newest requests in an index alone, which the visibility map allows. A share of a large table is months
-- of new requests: a number of rows keeps the newest ones known to the map, whatever the size.
alter table requests set (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000
);
