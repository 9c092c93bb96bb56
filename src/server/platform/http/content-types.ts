// Not taken from a library such as `mrmime`, because this list also decides which files may be served.
const types: Record<string, string> = {
	'.avif': 'image/avif',
	'.css': 'text/css; charset=utf-8',
	'.data': 'text/x-script',
	'.html': 'text/html; charset=utf-8',
	'.ico': 'image/x-icon',
	'.jpg': 'image/jpeg',
	'.js': 'text/javascript; charset=utf-8',
	'.json': 'application/json; charset=utf-8',
	'.mp4': 'video/mp4',
	'.png': 'image/png',
	'.svg': 'image/svg+xml',
	'.txt': 'text/plain; charset=utf-8',
	'.vtt': 'text/vtt; charset=utf-8',
	'.webm': 'video/webm',
	'.webmanifest': 'application/manifest+json',
	'.webp': 'image/webp',
	'.woff2': 'font/woff2',
	'.xml': 'application/xml; charset=utf-8',
}

/** Returns the type of a built file by its extension; undefined for files that the site does not serve, such as source maps. */
export function contentTypeOf(path: string): string | undefined {
	const dot = path.lastIndexOf('.')
	return dot === -1 ? undefined : types[path.slice(dot)]
}

/** Says whether files of this type are worth compressing. Images, videos and fonts are compressed already. */
export function isCompressible(contentType: string): boolean {
	return /^(text\/|application\/(json|xml|manifest)|image\/svg)/.test(contentType)
}

/** Says whether this is a video, which players request in ranges. */
export function isMedia(contentType: string): boolean {
	return contentType.startsWith('video/')
}

/** Says whether this is a bitmap image. SVG is text. */
export function isPicture(contentType: string): boolean {
	return contentType.startsWith('image/') && !contentType.startsWith('image/svg')
}
