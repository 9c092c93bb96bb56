import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Prints or saves a spreadsheet with LibreOffice. Returns undefined if it is not installed. */
export async function convertSpreadsheet(
	bytes: Uint8Array,
	to: 'pdf' | 'xlsx',
): Promise<Uint8Array | undefined> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-office-'))
	try {
		await writeFile(join(folder, 'sheet.xlsx'), bytes)
		// A separate profile, so that a LibreOffice that is already open does not interfere.
		const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
		const target = join(folder, 'out')
		await run('soffice', [
			profile,
			'--headless',
			'--convert-to',
			to,
			'--outdir',
			target,
			join(folder, 'sheet.xlsx'),
		])
		return new Uint8Array(await readFile(join(target, `sheet.${to}`)))
	} catch (error) {
		if (isMissingProgram(error)) return undefined
		throw error
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

/** Returns for example `LibreOffice 24.8.2.1`, or undefined if it is not installed. */
export async function officeVersion(): Promise<string | undefined> {
	try {
		const { stdout } = await run('soffice', ['--version'])
		return /LibreOffice [\d.]+/.exec(stdout)?.[0] ?? 'LibreOffice'
	} catch (error) {
		if (isMissingProgram(error)) return undefined
		throw error
	}
}

/** Whether the program is missing, rather than the file it should have written. */
export function isMissingProgram(error: unknown): boolean {
	return (
		error instanceof Error &&
		'code' in error &&
		error.code === 'ENOENT' &&
		'syscall' in error &&
		String(error.syscall).startsWith('spawn')
	)
}
