import { unzipSync, type Zippable, zipSync } from 'fflate'

// Local-time parts, because the ZIP format stores the clock on the wall: the same bytes in every time zone.
const packedAt = new Date(2026, 10, 21, 9, 0, 0)

export interface ArchiveEntry {
	name: string
	bytes: Uint8Array
}

/** The same entries in the same order give the same bytes, whatever the time and machine. */
export function packArchive(entries: readonly ArchiveEntry[]): Uint8Array {
	const zippable: Zippable = {}
	for (const entry of entries) zippable[entry.name] = [entry.bytes, { level: 9, mtime: packedAt }]
	return zipSync(zippable)
}

/** In the order in which the archive holds them. */
export function unpackArchive(bytes: Uint8Array): ArchiveEntry[] {
	return Object.entries(unzipSync(bytes)).map(([name, content]) => ({ name, bytes: content }))
}

/**
 * Office files are archives, and the libraries that write them stamp the current time on the archive and in
 * `docProps/core.xml`. This lays both back to the edition's date.
 */
export function freezeOfficeFile(bytes: Uint8Array, editionDate: string): Uint8Array {
	const decoder = new TextDecoder()
	const encoder = new TextEncoder()
	const frozen = unpackArchive(bytes)
		// Folders are implied by the names of the files in them.
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

/** What the file says of itself names its language too, which one of the libraries leaves out. */
function withLanguage(coreProperties: string): string {
	if (coreProperties.includes('<dc:language>')) return coreProperties
	return coreProperties.replace(
		'</cp:coreProperties>',
		'<dc:language>en-GB</dc:language></cp:coreProperties>',
	)
}
