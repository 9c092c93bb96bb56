import { ConfigError } from '#server/config/settings.ts'
import { type Progress, showProgress } from '#server/operations/progress.mjs'
import { errorCode } from '#server/platform/app-error.ts'
import { hasNoAnswer } from '#server/platform/db/failure.ts'
import { StoreFailure } from '#server/shop/files/file-store.ts'
import { ProviderFailure } from '#server/shop/payment-provider.ts'

/** Runs a command-line program. The exit code is what `work` returns, or 2 if it failed. */
export async function runForOperator(
	work: (say: (line: string) => void, progress: Progress) => Promise<number>,
): Promise<void> {
	const progress = showProgress()
	try {
		process.exitCode = await work((line) => {
			progress.clear()
			process.stdout.write(`${line}\n`)
		}, progress)
	} catch (error) {
		progress.clear()
		process.stderr.write(`${sentence(error)}\n`)
		process.exitCode = 2
	}
	progress.clear()
	// Exits explicitly: a handle that a library has left open would keep the program from ending.
	process.exit()
}

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND', 'ETIMEDOUT', '57P03'])
/** PostgreSQL's codes for a wrong password, an unknown role and an unknown database. */
const refusedLogin = new Set(['28P01', '28000', '3D000'])

/** Describes an error in one sentence. If it comes from the database, the sentence names the setting to check. */
export function sentence(error: unknown): string {
	const code = errorCode(error) ?? ''
	if (error instanceof Error && (unreachable.has(code) || hasNoAnswer(error)))
		return `The database cannot be reached (${error.message || code}). Start or restart it, or correct DATABASE_URL.`
	if (error instanceof Error && refusedLogin.has(code))
		return `The database refuses the login (${error.message}). Correct the user, password and database in DATABASE_URL, or restart the shop if they are right: it renews the passwords of its own logins.`
	if (error instanceof Error && code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return wrongValue(error)
	if (error instanceof ConfigError) return `Some settings are wrong:\n${error.message}`
	if (error instanceof StoreFailure)
		return `Files can’t be read or written (${reasonOf(error)}). Check that BACKUP_TO and STORAGE_URL are right and can be reached, and that there is free space.`
	if (error instanceof ProviderFailure && error.cause instanceof Error)
		return `${error.message}: ${error.cause.message}`
	return error instanceof Error ? error.message : String(error)
}

/** Describes a wrong option. Node's own message advises `--amount=-5`, but no option takes a value with a dash in front. */
function wrongValue({ message }: Error): string {
	const option = /--[\w-]+/.exec(message)?.[0]
	return message.includes('does not take')
		? `${option} takes no value.`
		: `${option} needs a value, which can’t begin with a dash: numbers are positive.`
}

/** Returns the message of the innermost cause, because `fetch` and the stores wrap the original error. */
function reasonOf(error: Error): string {
	return error.cause instanceof Error ? reasonOf(error.cause) : String(error.cause ?? error.message)
}
