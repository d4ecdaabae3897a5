#!/bin/sh
# Makes the two roles and the database of Switchboard in a new PostgreSQL (README.md, "A PostgreSQL of your own").
psql --username postgres --quiet --set ON_ERROR_STOP=1 <<'END'
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv password DATABASE_PASSWORD
create role switchboard_owner login password :'owner_password';
create role switchboard login password :'password';
create database switchboard owner switchboard_owner;
END
