/** Numbers of advisory locks that several programs know. No other advisory lock of a service's database has one of them. */

/** Held while migrations run. A backup shares it, because a snapshot cannot be read with another schema. */
export const MIGRATION_LOCK = 7_240_551;

/** Held by a backup, so that no file of its snapshot is removed. Removals of files share it. */
export const BACKUP_LOCK = 7_240_554;

/** Held by the process that compacts sums. */
export const SUMS_LOCK = 7_240_555;
