import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Prints or saves a spreadsheet with LibreOffice. Returns undefined if it is not installed. */
export function convertSpreadsheet(bytes: Uint8Array, to: 'pdf' | 'xlsx'): Promise<Uint8Array | undefined> {
	return convert(bytes, 'xlsx', to, to)
}

const accessiblePdf = JSON.stringify({
	PDFUACompliance: { type: 'boolean', value: 'true' },
	UseTaggedPDF: { type: 'boolean', value: 'true' },
	ExportBookmarks: { type: 'boolean', value: 'true' },
})

/** Saves a Word file as a tagged PDF with LibreOffice. Returns undefined if it is not installed. */
export function printWord(bytes: Uint8Array): Promise<Uint8Array | undefined> {
	return convert(bytes, 'docx', 'pdf', `pdf:writer_pdf_Export:${accessiblePdf}`)
}

async function convert(
	bytes: Uint8Array,
	from: 'xlsx' | 'docx',
	to: 'pdf' | 'xlsx',
	filter: string,
): Promise<Uint8Array | undefined> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-office-'))
	try {
		const source = join(folder, `source.${from}`)
		await writeFile(source, bytes)
		// A separate profile, so that a LibreOffice that is already open does not interfere.
		const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
		const target = join(folder, 'out')
		await run('soffice', [profile, '--headless', '--convert-to', filter, '--outdir', target, source])
		return new Uint8Array(await readFile(join(target, `source.${to}`)))
	} catch (error) {
		if (isMissingProgram(error)) return undefined
		throw error
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

/**
 * Runs the macro `Drive` of a Basic module in a folder with the given files, and returns the file that it writes there. Numbers
 * are read as in `locale`. Returns undefined if LibreOffice is not installed.
 */
export async function runOfficeMacro(
	source: string,
	files: Readonly<Record<string, Uint8Array>>,
	writes: string,
	locale = 'en-GB',
): Promise<Uint8Array | undefined> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-office-'))
	try {
		const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
		// LibreOffice makes the profile when it first starts. That would replace a library put there before.
		await run('soffice', [profile, '--headless', '--terminate_after_init'])
		const library = join(folder, 'profile', 'user', 'basic', 'Standard')
		const settings = join(folder, 'profile', 'user', 'registrymodifications.xcu')
		const before = await readFile(settings, 'utf8')
		await writeFile(settings, before.replace('</oor:items>', `${localeSetting(locale)}</oor:items>`))
		await writeFile(join(library, 'script.xlb'), macroLibrary)
		await writeFile(join(library, 'Driver.xba'), macroModule(source))
		for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
		await run('soffice', [
			profile,
			'--headless',
			'--norestore',
			`macro:///Standard.Driver.Drive("${folder}")`,
		])
		return new Uint8Array(await readFile(join(folder, writes)))
	} catch (error) {
		if (isMissingProgram(error)) return undefined
		throw error
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

/** Decides how numbers are written and read, such as with a decimal comma. */
function localeSetting(locale: string): string {
	return `<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${locale}</value></prop></item>`
}

const macroLibrary = `<?xml version="1.0" encoding="UTF-8"?>
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false">
<library:element library:name="Driver"/>
</library:library>`

function macroModule(source: string): string {
	const escaped = source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
	return `<?xml version="1.0" encoding="UTF-8"?>
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Driver" script:language="StarBasic">${escaped}</script:module>`
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

/** Returns whether the program is not installed. The error for a file that it did not write has the same code. */
export function isMissingProgram(error: unknown): boolean {
	return (
		error instanceof Error &&
		'code' in error &&
		error.code === 'ENOENT' &&
		'syscall' in error &&
		String(error.syscall).startsWith('spawn')
	)
}
