-- Organizations, their keys, and what the engine keeps about calls. Times are milliseconds since 1970 unless said.

CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL,
  quota_override INTEGER,
  expires_at TEXT, -- ISO 8601
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE withheld_operations (
  organization TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  operation TEXT NOT NULL,
  PRIMARY KEY (organization, operation)
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  created_by TEXT,
  last_used TEXT -- YYYY-MM-DD
) STRICT;
CREATE INDEX keys_by_organization ON keys (organization);

-- Outlives deleted keys: the limit of new keys an hour counts them too.
CREATE TABLE key_creations (
  id INTEGER PRIMARY KEY,
  organization TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX key_creations_by_organization ON key_creations (organization, at);

CREATE TABLE guest_admissions (
  id INTEGER PRIMARY KEY,
  address_hash TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX guest_admissions_by_address ON guest_admissions (address_hash, at);

-- What a running engine must forget. AUTOINCREMENT: a number never comes back, also after old rows are gone.
CREATE TABLE changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  organization TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

-- One row: up to which change the running engine has forgotten, and when health was last proved by a write.
CREATE TABLE engine_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  acknowledged INTEGER NOT NULL,
  probed_at INTEGER NOT NULL
) STRICT;
INSERT INTO engine_state (id, acknowledged, probed_at) VALUES (1, 0, 0);

-- Units spent per month (YYYY-MM, UTC).
CREATE TABLE usage (
  organization TEXT NOT NULL,
  period TEXT NOT NULL,
  used INTEGER NOT NULL,
  PRIMARY KEY (organization, period)
) STRICT, WITHOUT ROWID;

CREATE TABLE operation_usage (
  organization TEXT NOT NULL,
  period TEXT NOT NULL,
  slug TEXT NOT NULL,
  calls INTEGER NOT NULL,
  units INTEGER NOT NULL,
  cache_hits INTEGER NOT NULL,
  PRIMARY KEY (organization, period, slug)
) STRICT, WITHOUT ROWID;

-- The request log. No foreign keys: a call is logged under whatever it came by.
CREATE TABLE requests (
  id INTEGER PRIMARY KEY,
  request_id TEXT NOT NULL,
  organization TEXT NOT NULL,
  label TEXT NOT NULL,
  key_id TEXT,
  slug TEXT NOT NULL,
  status INTEGER NOT NULL,
  code TEXT,
  units INTEGER NOT NULL,
  cache TEXT,
  replayed INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX requests_by_organization ON requests (organization, at);

-- Idempotency records. A rowid table on purpose: WITHOUT ROWID is 2.5 times slower with bodies of this size.
-- status NULL: claimed durably, not answered; expires_at is then the end of the lease.
CREATE TABLE idempotency (
  id INTEGER PRIMARY KEY,
  organization TEXT NOT NULL,
  key TEXT NOT NULL,
  slug TEXT NOT NULL,
  body_hash TEXT NOT NULL, -- SHA-256 of the raw body, hex
  token TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  status INTEGER,
  headers TEXT, -- JSON
  body BLOB,
  UNIQUE (organization, key)
) STRICT;
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);

-- Names given out once and for all.
CREATE TABLE claimed_names (
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
