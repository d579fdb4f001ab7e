/** Sums as counted and as stored, by key; zeros are left out. */
export const SUMS = {
  counted: `SELECT event.status || ' ' || occurrence.starts_local::date || ' ' || occurrence.ends_local::date AS key, count(*)::int AS amount
    FROM occurrences occurrence JOIN events event ON event.id = occurrence.event_id
    WHERE event.status <> 'trash' AND NOT event.hide_from_listings GROUP BY 1
    UNION ALL SELECT term_id::text, count(*)::int FROM event_terms JOIN events event ON event.id = event_id WHERE event.status = 'publish' GROUP BY 1
    ORDER BY 1`,
  kept: `SELECT shown_as || ' ' || starts_on || ' ' || ends_on AS key, sum(amount)::int AS amount FROM occurrence_tallies GROUP BY 1 HAVING sum(amount) <> 0
    UNION ALL SELECT term_id::text, sum(amount)::int FROM term_tallies GROUP BY 1 HAVING sum(amount) <> 0
    ORDER BY 1`,
};
