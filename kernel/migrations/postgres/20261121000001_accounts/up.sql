CREATE TABLE accounts (
    id text COLLATE "C" PRIMARY KEY,
    email text COLLATE "C" NOT NULL,
    first_name text COLLATE "C" NOT NULL,
    last_name text COLLATE "C" NOT NULL,
    image_url text COLLATE "C",
    password_hash text COLLATE "C",
    locked boolean NOT NULL DEFAULT false,
    roles text COLLATE "C" NOT NULL,
    created_at timestamp NOT NULL,
    updated_at timestamp NOT NULL
);

CREATE UNIQUE INDEX accounts_email_unique ON accounts (fold(email));
