const longestName = 150
// Controls, and the characters that make text run backwards: with them `fdp.exe` can be made to look like `exe.pdf`.
const deceptive = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/**
 * `Content-Disposition` for a download (RFC 6266): a plain name for old clients, the real one beside it. `wanted` is the
 * link's `download` parameter: null shows a PDF in the browser, anything else saves the file, under that name if it has one.
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
	// Whatever it is called, it stays the kind of file it is.
	const ending = fileName.slice(fileName.lastIndexOf('.'))
	return short.toLowerCase().endsWith(ending.toLowerCase()) ? short : `${short}${ending}`
}

/** The official client encodes the name twice, and the address has been decoded once. */
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
