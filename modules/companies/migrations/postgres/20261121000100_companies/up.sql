CREATE TABLE companies (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    description TEXT COLLATE "C",
    website TEXT COLLATE "C",
    email TEXT COLLATE "C",
    phone TEXT COLLATE "C",
    address TEXT COLLATE "C",
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX companies_name ON companies (fold(name), id);
CREATE INDEX companies_description ON companies (substr(fold(description), 1, 200) NULLS FIRST, id);
CREATE INDEX companies_website ON companies (fold(website) NULLS FIRST, id);
CREATE INDEX companies_email ON companies (fold(email) NULLS FIRST, id);
CREATE INDEX companies_phone ON companies (fold(phone) NULLS FIRST, id);
CREATE INDEX companies_address ON companies (fold(address) NULLS FIRST, id);
CREATE INDEX companies_created_at ON companies (created_at, id);
CREATE INDEX companies_updated_at ON companies (updated_at, id);
