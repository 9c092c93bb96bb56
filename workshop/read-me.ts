import type { Product } from '../src/shared/catalogue-schema.ts'
import type { DeliveredFile } from './built-data.ts'

export const readMeName = 'README.txt'

/** The programs that open each kind of file, in the order of the list. */
const programs: Readonly<Record<string, string>> = {
	pdf: 'PDF. Any phone, tablet or computer opens it.',
	docx: 'Word file. Opens in Word, in LibreOffice, in Pages, and in Google Docs (upload it to Google Drive, then Open with Google Docs).',
	xlsx: 'Spreadsheet. Opens in Excel, in LibreOffice, and in Google Sheets (upload it to Google Drive, then Open with Google Sheets).',
	html: 'Web page. Opens in any browser. Change it in any text editor.',
}

/** Writes the note that comes first in every archive. `files` are in the order in which to open them. */
export function readMe({ title, edition }: Product, files: readonly DeliveredFile[]): DeliveredFile {
	const [first] = files
	const kinds = [...new Set(files.map(({ name }) => endingOf(name)))]
	const lines = [
		title,
		`Headstart, edition of ${dayOf(edition?.date)}`,
		'',
		'OPEN FIRST',
		first?.name ?? '',
		'',
		'WHAT IS HERE',
		...files.map(({ name }) => `- ${name}`),
		'',
		'WHAT OPENS IT',
		...kinds.map((kind) => `- .${kind}: ${programOf(kind)}`),
		'',
		'WHAT YOU MAY DO WITH IT',
		'- Read, print, fill in and change it for yourself, on as many of your devices as you like.',
		'- Send out what you make with it: your CV, your budget, your plan, your page.',
		'- Please do not pass on, sell or publish the guides and empty templates themselves.',
		'The copyright stays with Headstart or with those who wrote it.',
		'',
		'UPDATES AND QUESTIONS',
		'New editions are free for you. Sign in at the Headstart website where you got this and open "Your guides": the newest edition is there,',
		'and it says what changed. The page "Contact" there says how to reach us. A person answers.',
		'',
	]
	return { name: readMeName, bytes: new TextEncoder().encode(lines.join('\r\n')) }
}

function endingOf(name: string): string {
	return name.slice(name.lastIndexOf('.') + 1)
}

function programOf(kind: string): string {
	const program = programs[kind]
	if (program === undefined) throw new Error(`read-me.ts does not say what opens .${kind}`)
	return program
}

function dayOf(date = ''): string {
	return new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}
