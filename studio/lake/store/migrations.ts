// `transactions` and `revisions` are the history: what was done, and each resulting state.
const DOCUMENTS = `
  create table documents (id text primary key, json text not null) without rowid;
  create table transactions (
    seq integer primary key autoincrement,
    id text not null unique,
    at text not null,
    author text not null,
    kind text not null,
    json text not null
  );
  create table revisions (
    document text not null,
    seq integer not null references transactions (seq) on delete cascade,
    json text,
    primary key (document, seq)
  ) without rowid;
  create index revisions_by_transaction on revisions (seq);
  create table settings (key text primary key, json text not null) without rowid;
`

const NOTICES = `
  create table notices (
    id integer primary key autoincrement,
    webhook text not null,
    json text not null,
    attempts integer not null,
    since integer not null,
    due integer not null
  );
  create index notices_by_webhook on notices (webhook, id);
`

const SESSIONS = `
  create table sessions (id text primary key, expires integer not null) without rowid;
  create index sessions_by_expiry on sessions (expires);
`

// The database counts how many of these were applied. Never change one; add more at the end.
export const MIGRATIONS = [DOCUMENTS, NOTICES, SESSIONS]
