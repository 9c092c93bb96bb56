const types = [
	{ ending: '.pdf', contentType: 'application/pdf', opening: '%PDF-' },
	{ ending: '.zip', contentType: 'application/zip', opening: 'PK\u0003\u0004' },
] as const

export type FileType = (typeof types)[number]['contentType']

/** So many bytes tell what any file is that is kept. */
export const longestOpening = Math.max(...types.map(({ opening }) => opening.length))

/** What a file of the bucket is, by its name; undefined unless its bytes begin as that type does. Nothing else is kept there. */
export function fileTypeOf(name: string, bytes: Uint8Array): FileType | undefined {
	const type = types.find(({ ending }) => name.toLowerCase().endsWith(ending))
	if (type === undefined) return undefined
	return Buffer.from(bytes.subarray(0, type.opening.length)).toString('latin1') === type.opening
		? type.contentType
		: undefined
}
