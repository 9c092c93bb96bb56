import { z } from 'zod'

/** The id of a backup: `headstart-` and the time at which it began, in UTC. */
export const backupIdSchema = z.string().regex(/^headstart-\d{8}T\d{6}Z$/)

/** A file of a backup, with the size and the hash that it has after compression and encryption. */
const storedSchema = z.looseObject({
	name: z.string(),
	bytes: z.int().nonnegative(),
	sha256: z.hash('sha256'),
})

/**
 * Describes one backup. It is stored last, so a backup without a manifest is incomplete. Properties of later versions are kept,
 * and properties added here must be optional, without a default: `mac` covers exactly what was written.
 */
export const manifestSchema = z.looseObject({
	format: z.literal(1),
	id: backupIdSchema,
	madeAt: z.iso.datetime(),
	/** The site that made it. */
	siteUrl: z.string(),
	/** Whether that site was a rehearsal. */
	isRehearsal: z.boolean().default(false),
	/** The version of the shop, as in `package.json`. */
	version: z.string(),
	/** The version of PostgreSQL. */
	postgres: z.string(),
	/** Every migration that has been applied to the database, in order. */
	migrations: z.array(z.string()).min(1),
	/** How many rows each table has. */
	tables: z.array(z.looseObject({ name: z.string(), rows: z.int().nonnegative() })).min(1),
	/** How many jobs were waiting. */
	jobs: z.int().nonnegative(),
	isEncrypted: z.boolean(),
	/** The fingerprint of the key that encrypts the secrets of authenticator apps (`keyFingerprint`). */
	encryptionKeyFingerprint: z.string(),
	/** All rows, as a compressed SQL script. */
	rows: storedSchema,
	/** The private files. Backups share the files that have not changed. */
	files: z.array(storedSchema.extend({ storedName: z.string() })),
	/**
	 * Authenticates the rest of the manifest, and with it the hashes of all parts. Only encrypted backups have one, and not those of
	 * version 0.1.0.
	 */
	mac: z.hash('sha256').optional(),
})

export type Manifest = z.infer<typeof manifestSchema>
export type StoredPart = z.infer<typeof storedSchema>

/** The list of the backups in one place, oldest first. */
export const backupListSchema = z.object({ format: z.literal(1), ids: z.array(backupIdSchema) })

/** The files that an unfinished backup may add to the place or remove from it. */
export const unfinishedSchema = z.object({ format: z.literal(1), names: z.array(z.string()) })

/** What the last check of every byte of all backups in one place has found. */
export const checkSchema = z.object({
	format: z.literal(1),
	checkedAt: z.iso.datetime(),
	/** A sentence for each fault. */
	faults: z.array(z.string()),
})

export type BackupCheck = z.infer<typeof checkSchema>
