import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** LibreOffice's print of a spreadsheet, for its pictures; undefined on a machine without LibreOffice. */
export async function printSpreadsheet(bytes: Uint8Array): Promise<Uint8Array | undefined> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-print-'))
	try {
		await writeFile(join(folder, 'sheet.xlsx'), bytes)
		const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
		await run('soffice', [
			profile,
			'--headless',
			'--convert-to',
			'pdf',
			'--outdir',
			folder,
			join(folder, 'sheet.xlsx'),
		])
		return new Uint8Array(await readFile(join(folder, 'sheet.pdf')))
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
		throw error
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}
