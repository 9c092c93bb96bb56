const longestName = 150
// Control characters, and characters that reverse the direction of text. The latter can make `fdp.exe` look like `exe.pdf`.
const deceptive = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/**
 * Returns `Content-Disposition` for a download (RFC 6266), with the real name and an ASCII name for old clients. `wanted` is
 * the link's `download` parameter. If it is null, the browser shows a PDF. Otherwise the browser saves the file, under the
 * wanted name if there is one. We don't use the package `content-disposition`, because it leaves out one of the two names and
 * lets deceptive characters through.
 */
export function contentDisposition(fileName: string, contentType: string, wanted: string | null): string {
	const kind = wanted === null && contentType === 'application/pdf' ? 'inline' : 'attachment'
	const name = safeName(wanted ?? '', fileName)
	return `${kind}; filename="${name.replace(/[^A-Za-z0-9 ._()-]/g, '_')}"; filename*=UTF-8''${encoded(name)}`
}

function safeName(wanted: string, fileName: string): string {
	const plain = decodedAgain(wanted)
		.toWellFormed()
		.replace(deceptive, '')
		.replace(/[\\/:*?"<>|\uFFFD]/g, '_')
		.trim()
	const short = [...plain]
		.slice(0, longestName)
		.join('')
		.replace(/^[.\s]+/, '')
	if (short === '') return fileName
	// The file always keeps its own extension, whatever name is wanted.
	const [ending = ''] = /\.[^.]*$/.exec(fileName) ?? []
	return short.toLowerCase().endsWith(ending.toLowerCase()) ? short : `${short}${ending}`
}

/** Decodes the name a second time: the official client encodes it twice. */
function decodedAgain(name: string): string {
	try {
		return decodeURIComponent(name)
	} catch {
		return name
	}
}

function encoded(name: string): string {
	return encodeURIComponent(name).replace(
		/['()*!]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	)
}
