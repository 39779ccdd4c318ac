CREATE TABLE companies (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT,
    website TEXT,
    email TEXT,
    phone TEXT,
    address TEXT,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX companies_name ON companies (fold(name), id);
CREATE INDEX companies_description ON companies (substr(fold(description), 1, 200), id);
CREATE INDEX companies_website ON companies (fold(website), id);
CREATE INDEX companies_email ON companies (fold(email), id);
CREATE INDEX companies_phone ON companies (fold(phone), id);
CREATE INDEX companies_address ON companies (fold(address), id);
CREATE INDEX companies_created_at ON companies (created_at, id);
CREATE INDEX companies_updated_at ON companies (updated_at, id);
