import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A spreadsheet as LibreOffice prints or saves it; undefined on a machine without LibreOffice. */
export async function convertSpreadsheet(
	bytes: Uint8Array,
	to: 'pdf' | 'xlsx',
): Promise<Uint8Array | undefined> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-office-'))
	try {
		await writeFile(join(folder, 'sheet.xlsx'), bytes)
		// A profile of its own: a window that is open on this machine neither refuses the call nor lends its settings.
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

/** For example `LibreOffice 24.8.2.1`; undefined without it. */
export async function officeVersion(): Promise<string | undefined> {
	try {
		const { stdout } = await run('soffice', ['--version'])
		return /LibreOffice [\d.]+/.exec(stdout)?.[0] ?? 'LibreOffice'
	} catch (error) {
		if (isMissingProgram(error)) return undefined
		throw error
	}
}

/** `spawn soffice ENOENT`, as opposed to a file that should have been written and is not there. */
export function isMissingProgram(error: unknown): boolean {
	return (
		error instanceof Error &&
		'code' in error &&
		error.code === 'ENOENT' &&
		'syscall' in error &&
		String(error.syscall).startsWith('spawn')
	)
}
