import { openAsBlob } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import type { Operation } from '#server/admin-api/operation.ts'
import type { Member } from '#server/admin-api/require-member.ts'
import { printable } from '#server/operations/admin-cli/table.ts'
import { AppError, errorCode } from '#server/platform/app-error.ts'
import { counted } from '#shared/wording.ts'
import { linesOf } from './lines-of.ts'
import { type Line, UsageError } from './read-line.ts'
import { resolveNames } from './resolve-names.ts'

/** How an operation prints its output and asks for confirmation. */
export interface Terminal {
	/** Prints a line of the result, to standard output. */
	say: (line: string) => void
	/** Prints a line that is not part of the result, to standard error. */
	note: (line: string) => void
	/** Asks for a yes; undefined if the program does not run in a terminal. */
	confirm: ((question: string) => Promise<boolean>) | undefined
	/** Where a file goes for which no `--to` is given. */
	output: Writable
}

export interface Call {
	name: string
	operation: Operation
	line: Line
}

const previewSchema = z.object({ will: z.array(z.string()), plan: z.string() })

/**
 * Runs an operation with the rights of an owner, because whoever can do so has the database's password, and prints what it
 * answers. An act first says what it would do, asks, and then does exactly that. Returns the exit code. Throws `UsageError`, or
 * the error of the operation.
 */
export async function runOperation(
	call: Call,
	admin: AdminDependencies,
	terminal: Terminal,
): Promise<number> {
	const { name, operation, line } = call
	if (operation.kind === 'file' && line.json && line.file === undefined)
		throw new UsageError('With --json, the file needs a name: --to <file>.')
	const input = await resolveNames(admin, operation, line)
	const member: Member = { id: null, name: line.by || 'admin CLI', role: 'owner', secondStepAt: null }
	const run = async (more: object = {}, body?: Blob) =>
		await operation
			.run({
				name,
				admin,
				member,
				sent: { ...input, ...more },
				request: new Request('http://admin/', { method: 'POST', body: body ?? null }),
			})
			.catch((error: unknown) => {
				throw error instanceof AppError && error.status === 400
					? new UsageError(printable(error.message), error)
					: error
			})
	if (operation.kind === 'file') return await writeFile(await run(), call, terminal)
	if (operation.kind === 'upload') return await print(await run({}, await fileOf(line)), call, terminal)
	if (operation.kind !== 'act') return await print(await run(), call, terminal, operation.kind === 'save')
	const act = { reason: line.reason ?? '' }
	const preview = await run({ ...act, preview: true })
	const { will, plan } = previewSchema.parse(await preview.json())
	if (will.length > 0) {
		for (const says of will) terminal.note(printable(says))
		if (!line.yes) {
			if (terminal.confirm === undefined) throw new UsageError('Nothing was done. Add --yes to do it.')
			if (!(await terminal.confirm('Go ahead? [y/N] '))) {
				terminal.note('Nothing was done.')
				return 1
			}
		}
	}
	return await print(await run({ ...act, plan }), call, terminal, will.length > 0)
}

async function print(
	response: Response,
	{ line }: Call,
	{ say }: Terminal,
	hasActed = false,
): Promise<number> {
	const answer: unknown = await response.json()
	const nothing = hasActed ? 'Done.' : 'There is nothing to do.'
	const lines = line.json ? [JSON.stringify(answer)] : answer === null ? [nothing] : linesOf(answer)
	for (const text of lines) say(printable(text))
	return 0
}

/** Writes a download to a file, or to standard output. The file appears only once it is complete. */
async function writeFile(response: Response, { line }: Call, terminal: Terminal): Promise<number> {
	const body = Readable.from(response.body ?? [])
	const rows = response.headers.get('x-rows')
	const { file } = line
	if (file === undefined) await pipeline(body, terminal.output, { end: false })
	else {
		const temporary = `${file}.${process.pid}.tmp`
		const opened = await open(temporary, 'w', 0o600).catch((error: unknown) => {
			throw new UsageError(
				`The folder ${dirname(resolve(file))} cannot be written to (${errorCode(error)}). Correct --to.`,
			)
		})
		try {
			await pipeline(body, opened.createWriteStream())
			await rename(temporary, file)
		} finally {
			await rm(temporary, { force: true })
		}
	}
	const written = { file: file ?? null, rows: rows === null ? null : Number(rows) }
	if (line.json) terminal.say(JSON.stringify(written))
	else if (written.rows !== null)
		terminal.note(`${counted(written.rows, 'row')}${file === undefined ? '' : ` in ${file}`}`)
	return 0
}

async function fileOf({ file = '' }: Line): Promise<Blob> {
	try {
		return await openAsBlob(file)
	} catch (error) {
		throw new UsageError(`There is no file ${file} that can be read.`, error)
	}
}
