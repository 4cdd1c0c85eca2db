/** Agents with realistically repeated names. */
export const FILL_AGENTS = `
  insert into rm_agents.agents (id, status, source, "loyaltyTrackingNo", title, initials, "firstName", surname, "emailAddress", "cellNumber",
    "telephoneNumber", "idNumberEnding", "taxCountry", "taxNumberValid", "iataNumber", "agencyName", "physicalAddressLine1",
    "physicalAddressLine2", "physicalAddressLine3", "postalCode", "communicationMethod", "termsAccepted", "employerConsent",
    "marketingConsent", "bankName", "bankCountry", "branchCode", "accountEnding", "passwordChangeLocked", "hasPassword", "registeredAt",
    "updatedAt", "searchText", version)
  select n, case when n % 40 = 0 then 'suspended' when n % 15 = 0 then 'registered' else 'active' end, 'self', 'FT' || lpad(n::text, 8, '0'),
    'Ms', 'T', f, s, m, '+2782' || lpad(n::text, 7, '0'), '+27110000000', '1234', (array['RSA','NMB','BOT','LES','SWZ'])[1 + n % 5], true,
    '7720101', a, '1 Long Street', 'Central', 'Cape Town', '8001', 'E', true, n % 20 > 0, false, 'Absa', 'RSA', '632005', '1234', false, true,
    to_char(timestamp '2023-01-01' + n * interval '13 minutes', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '2026-01-01T00:00:00.000Z',
    lower(f || ' ' || s || ' ' || a || ' ' || m || ' ' || 'FT' || lpad(n::text, 8, '0')), 1
  from generate_series(1, $1::int) n, lateral (select
    (array['Thandi','Sipho','Anika','Johan','Naledi','Pieter','Lerato','Yusuf','Chantal','Kabelo'])[1 + n % 10] f,
    substr(md5((n::bigint * 104729 % 5000)::text), 1, 7) s, 'Agency ' || (n * 7919 % 20000) || ' Travel' a, 'person' || n || '@agency' || (n % 20000) || '.example' m) x`;
