-- What schema 5 added.
INSERT INTO error_mutes (fingerprint, muted_until, muted_by, muted_at) VALUES ('0123456789abcdef', @900, 'ines@desk', @90);
