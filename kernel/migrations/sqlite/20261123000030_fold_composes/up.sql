-- fold(), which each connection brings along, composes now: what was indexed by it is indexed anew.
REINDEX;
