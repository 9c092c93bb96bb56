#!/bin/sh
# Runs once, when the PostgreSQL of compose.yaml sets up its data. Makes the shop's database and its owner, who is not a superuser.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" --username postgres <<'SQL'
create role headstart login createrole password :'password';
create database headstart owner headstart;
alter role postgres password null;
SQL
