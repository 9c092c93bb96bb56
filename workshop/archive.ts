import { unzipSync, type Zippable, zipSync } from 'fflate'

// Local time, because the ZIP format has no time zone. The bytes are the same in every time zone.
const packedAt = new Date(2026, 10, 21, 9, 0, 0)

export interface ArchiveEntry {
	name: string
	bytes: Uint8Array
	/** Whether it is left uncompressed. */
	isStored?: boolean
}

/** Makes a ZIP archive. The same entries in the same order give the same bytes at any time and on any machine. */
export function packArchive(entries: readonly ArchiveEntry[]): Uint8Array {
	const zippable: Zippable = {}
	for (const { name, bytes, isStored } of entries)
		zippable[name] = [bytes, { level: isStored ? 0 : 9, mtime: packedAt }]
	return zipSync(zippable)
}

/** Lists the entries in the order of the archive. */
export function unpackArchive(bytes: Uint8Array): ArchiveEntry[] {
	return Object.entries(unzipSync(bytes)).map(([name, content]) => ({ name, bytes: content }))
}

/**
 * Sets the times in an Office file to the date of the edition. Office files are archives, and the libraries that write them put the
 * current time into the archive and into `docProps/core.xml`.
 */
export function freezeOfficeFile(bytes: Uint8Array, editionDate: string): Uint8Array {
	const decoder = new TextDecoder()
	const encoder = new TextEncoder()
	const frozen = unpackArchive(bytes)
		// Folders are left out, because the names of the files imply them.
		.filter((entry) => !entry.name.endsWith('/'))
		.map((entry) => {
			if (entry.name !== 'docProps/core.xml') return entry
			const dated = decoder
				.decode(entry.bytes)
				.replace(/(<dcterms:(created|modified)[^>]*>)[^<]*/g, `$1${editionDate}T09:00:00Z`)
			return { name: entry.name, bytes: encoder.encode(withLanguage(dated)) }
		})
	return packArchive(frozen)
}

/** Adds the language, which one of the libraries leaves out. */
function withLanguage(coreProperties: string): string {
	if (coreProperties.includes('<dc:language>')) return coreProperties
	return coreProperties.replace(
		'</cp:coreProperties>',
		'<dc:language>en-GB</dc:language></cp:coreProperties>',
	)
}
