-- The journal by who, by what, and of one tenant.
CREATE INDEX audit_by_actor ON audit_events (actor, at DESC, id DESC);
CREATE INDEX audit_by_kind ON audit_events (kind, at DESC, id DESC);
CREATE INDEX audit_by_tenant ON audit_events (tenant_id, at DESC, id DESC);
