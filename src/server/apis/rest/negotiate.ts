import { contentTypeNotAcceptable, noMediaType, schemaNotExposed } from '#server/apis/rest/errors.ts'

/** `object`: exactly one row, without the list around it. */
export type Shape = 'list' | 'object'

export const contentTypes: Record<Shape, string> = {
	list: 'application/json; charset=utf-8',
	object: 'application/vnd.pgrst.object+json; charset=utf-8',
}

/**
 * Returns the shape of the first media type in `Accept` that the API can serve. Query plans and CSV are not served. We don't
 * use the package `negotiator`, because it does not match types with parameters, such as `application/json; charset=utf-8`.
 */
export function readShape(accept: string | undefined): Shape {
	const asked = (accept ?? '*/*').split(',').map((entry) => entry.trim().toLowerCase())
	for (const entry of asked) {
		const [mediaType, ...parameters] = entry.split(';').map((part) => part.trim())
		if (parameters.some((parameter) => parameter.startsWith('nulls='))) continue
		if (mediaType === 'application/vnd.pgrst.object+json') return 'object'
		if (mediaType === '*/*' || mediaType === 'application/*' || mediaType === 'application/json')
			return 'list'
	}
	throw noMediaType(asked.join(', '))
}

/** Rejects any schema but `public` in the two profile headers. */
export function checkProfile(...profiles: (string | undefined)[]): void {
	const foreign = profiles.find((profile) => profile !== undefined && profile !== 'public')
	if (foreign !== undefined) throw schemaNotExposed(foreign)
}

/** Rejects bodies that are not JSON: any page on the web can make a browser send a form or plain text. */
export function checkContentType(contentType: string | undefined): void {
	const mediaType = contentType?.split(';')[0]?.trim().toLowerCase()
	if (mediaType === undefined || mediaType === '' || mediaType === 'application/json') return
	throw contentTypeNotAcceptable(mediaType)
}
