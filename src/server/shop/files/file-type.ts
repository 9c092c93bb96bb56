const types = [
	{ ending: '.pdf', contentType: 'application/pdf', opening: '%PDF-' },
	{ ending: '.zip', contentType: 'application/zip', opening: 'PK\u0003\u0004' },
] as const

export type FileType = (typeof types)[number]['contentType']

/** How many bytes it takes to recognise every permitted type. */
export const longestOpening = Math.max(...types.map(({ opening }) => opening.length))

/** Returns the type of a file by its name; undefined unless its first bytes match that type. Other files are not stored. */
export function fileTypeOf(name: string, bytes: Uint8Array): FileType | undefined {
	const type = types.find(({ ending }) => name.toLowerCase().endsWith(ending))
	if (type === undefined) return undefined
	return Buffer.from(bytes.subarray(0, type.opening.length)).toString('latin1') === type.opening
		? type.contentType
		: undefined
}
