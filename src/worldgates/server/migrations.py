"""The tables of the database, and how a database of an older version becomes one of today.

Both databases have the same tables. PostgreSQL is younger than the first migrations, so a new database is created as it
is today, and only files of SQLite go through all of them. From here on a migration is one script for both.
"""

from __future__ import annotations

from typing import Final

# A new database. REAL is what SQLite calls a DOUBLE PRECISION; `database.py` has the words of PostgreSQL.
NEW: Final = """
CREATE TABLE visitors (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, colour INTEGER NOT NULL, language TEXT NOT NULL, seen REAL NOT NULL,
    email TEXT NOT NULL DEFAULT '', email_key TEXT NOT NULL DEFAULT '', email_confirmed INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE tables (
    id TEXT PRIMARY KEY, code TEXT UNIQUE, setting TEXT NOT NULL, status TEXT NOT NULL,
    began REAL NOT NULL, changed REAL NOT NULL, result TEXT, public INTEGER NOT NULL DEFAULT 0,
    bots INTEGER NOT NULL DEFAULT 0, host TEXT NOT NULL DEFAULT '', due REAL,
    owner TEXT NOT NULL DEFAULT '', epoch INTEGER NOT NULL DEFAULT 0, archive BLOB
);
CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, entry TEXT NOT NULL, at REAL NOT NULL,
    epoch INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL, visitor TEXT NOT NULL,
    PRIMARY KEY (table_id, seat, visitor)
) WITHOUT ROWID;
CREATE TABLE notices (
    table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, visitor TEXT NOT NULL,
    due REAL NOT NULL, tries INTEGER NOT NULL DEFAULT 0, done INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, number, visitor)
) WITHOUT ROWID;
CREATE TABLE analyses (
    table_id TEXT NOT NULL REFERENCES tables (id), kind TEXT NOT NULL, analysis TEXT NOT NULL,
    PRIMARY KEY (table_id, kind)
) WITHOUT ROWID;
CREATE TABLE health (id INTEGER PRIMARY KEY, at REAL NOT NULL);
CREATE TABLE servers (id TEXT PRIMARY KEY, until REAL NOT NULL);
CREATE INDEX seats_of_visitor ON seats (visitor);
CREATE INDEX notices_due ON notices (done, due);
CREATE INDEX tables_by_status ON tables (status, changed) WHERE status <> 'over';
CREATE INDEX public_tables ON tables (changed) WHERE public = 1 AND status = 'waiting';
CREATE INDEX tables_of_host ON tables (host) WHERE status IN ('waiting', 'playing');
CREATE INDEX tables_due ON tables (due, id) WHERE due IS NOT NULL;
CREATE INDEX tables_to_archive ON tables (changed) WHERE status = 'over' AND archive IS NULL;
"""

# Each upgrades a database from its number to the next, and never changes once released.
UPGRADES: Final = (
    """
    CREATE TABLE visitors (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, colour INTEGER NOT NULL, language TEXT NOT NULL, seen REAL NOT NULL
    );
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, setting TEXT NOT NULL, status TEXT NOT NULL,
        began REAL NOT NULL, changed REAL NOT NULL
    );
    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, entry TEXT NOT NULL, at REAL NOT NULL,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;
    CREATE TABLE seats (
        table_id TEXT NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL, visitor TEXT NOT NULL,
        PRIMARY KEY (table_id, seat, visitor)
    ) WITHOUT ROWID;
    CREATE INDEX seats_of_visitor ON seats (visitor);
    CREATE INDEX tables_by_status ON tables (status, changed);
    """,
    """
    ALTER TABLE visitors ADD COLUMN email TEXT NOT NULL DEFAULT '';
    ALTER TABLE visitors ADD COLUMN email_key TEXT NOT NULL DEFAULT '';
    ALTER TABLE visitors ADD COLUMN email_confirmed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN result TEXT;
    CREATE TABLE notices (
        table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, visitor TEXT NOT NULL,
        due REAL NOT NULL, tries INTEGER NOT NULL DEFAULT 0, done INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (table_id, number, visitor)
    ) WITHOUT ROWID;
    CREATE INDEX notices_due ON notices (done, due);
    """,
    # Invalid JSON is left as it is: that table cannot be opened, but the others can.
    """
    ALTER TABLE tables ADD COLUMN public INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN bots INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET
        public = coalesce(json_extract(setting, '$.public'), 0),
        bots = (SELECT count(*) FROM json_each(setting, '$.seats') WHERE json_extract(value, '$.kind') = 'bot')
        WHERE json_valid(setting);
    CREATE INDEX public_tables ON tables (public, status, changed);
    """,
    # A game that is over has no code, so that codes never run out. `due` is when a running game needs the server: for a
    # bot, a clock or a reaction window. Tables from before are all looked at once.
    """
    CREATE TABLE new_tables (
        id TEXT PRIMARY KEY, code TEXT UNIQUE, setting TEXT NOT NULL, status TEXT NOT NULL,
        began REAL NOT NULL, changed REAL NOT NULL, result TEXT, public INTEGER NOT NULL DEFAULT 0,
        bots INTEGER NOT NULL DEFAULT 0, host TEXT NOT NULL DEFAULT '', due REAL
    );
    INSERT INTO new_tables SELECT
        id, CASE WHEN status IN ('waiting', 'playing') THEN code END, setting, status, began, changed, result,
        public, bots,
        CASE WHEN json_valid(setting) THEN coalesce(json_extract(setting, '$.host'), '') ELSE '' END,
        CASE WHEN status = 'playing' THEN changed END
        FROM tables;
    DROP TABLE tables;
    ALTER TABLE new_tables RENAME TO tables;
    CREATE INDEX tables_by_status ON tables (status, changed) WHERE status <> 'over';
    CREATE INDEX public_tables ON tables (changed) WHERE public = 1 AND status = 'waiting';
    CREATE INDEX tables_of_host ON tables (host) WHERE status IN ('waiting', 'playing');
    CREATE INDEX tables_due ON tables (due, id) WHERE due IS NOT NULL;
    """,
    # A row to write for who asks whether the server is well.
    """
    CREATE TABLE health (id INTEGER PRIMARY KEY, at REAL NOT NULL);
    """,
    # One server owns a table at a time (`owner`, one of `servers`), and each new owner counts `epoch` up: what a former
    # owner writes is refused. The entries of an old finished game are one value in `archive`.
    """
    ALTER TABLE tables ADD COLUMN owner TEXT NOT NULL DEFAULT '';
    ALTER TABLE tables ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN archive BLOB;
    ALTER TABLE entries ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE servers (id TEXT PRIMARY KEY, until REAL NOT NULL);
    CREATE INDEX tables_to_archive ON tables (changed) WHERE status = 'over' AND archive IS NULL;
    """,
    # What was found about a finished game: all of it, or only where it was decided.
    """
    CREATE TABLE analyses (
        table_id TEXT NOT NULL REFERENCES tables (id), kind TEXT NOT NULL, analysis TEXT NOT NULL,
        PRIMARY KEY (table_id, kind)
    ) WITHOUT ROWID;
    """,
)

VERSION: Final = len(UPGRADES)

# What a database holds, in an order in which it can be copied: rows refer only to those of tables before.
COPIED: Final = {
    "visitors": "id, name, colour, language, seen, email, email_key, email_confirmed",
    "tables": "id, code, setting, status, began, changed, result, public, bots, host, due, epoch, archive",
    "entries": "table_id, number, entry, at, epoch",
    "seats": "table_id, seat, visitor",
    "notices": "table_id, number, visitor, due, tries, done",
    "analyses": "table_id, kind, analysis",
}
