import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The user PostgreSQL's processes run as; undefined for the user who started the server. */
export type RunAs = { uid: number; gid: number } | undefined

const name = 'postgres'

/**
 * Returns the user that PostgreSQL runs as. PostgreSQL refuses to run as root, so if root starts the shop, PostgreSQL runs as
 * the owner of the cluster or as the system user `postgres`, which is created if missing.
 */
export async function findPostgresUser(clusterDir: string): Promise<RunAs> {
	if (process.getuid?.() !== 0) return undefined
	const owner = await stat(clusterDir).catch(() => undefined)
	if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
	return (await systemUser()) ?? (await madeSystemUser())
}

async function systemUser(): Promise<RunAs> {
	try {
		const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
		return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
	} catch {
		return undefined
	}
}

async function madeSystemUser(): Promise<RunAs> {
	const flags = [
		'--system',
		'--user-group',
		'--no-create-home',
		'--home-dir',
		'/nonexistent',
		'--shell',
		'/usr/sbin/nologin',
	]
	const failure = await run('useradd', [...flags, name]).then(
		() => undefined,
		(error: unknown) => error,
	)
	// Another start may have created the user at the same moment, so only its existence counts.
	const made = await systemUser()
	if (made) return made
	throw new EmbeddedPostgresError(
		`PostgreSQL refuses to run as root, and a system user "${name}" for it could not be created. Start as an ordinary user, or create one: useradd --system ${name}`,
		{ cause: failure },
	)
}

/** The embedded PostgreSQL cannot run here. The message is one or two sentences that tell the owner what to do. */
export class EmbeddedPostgresError extends Error {
	constructor(message: string, options?: { cause?: unknown }) {
		super(message, options)
		this.name = 'EmbeddedPostgresError'
	}
}

/** Makes an error of a sentence and the last lines of PostgreSQL's output, which contain the reason. */
export function withOutput(sentence: string, output: readonly string[]): EmbeddedPostgresError {
	const tail = output.slice(-12)
	return new EmbeddedPostgresError(
		tail.length > 0
			? `${sentence} PostgreSQL said:\n  ${tail.join('\n  ')}`
			: `${sentence} PostgreSQL gave no reason.`,
	)
}
