export interface PictureProps {
	/** `srcset` in AVIF, in WebP, and one file for a browser that knows neither. */
	avif: string
	webp: string
	src: string
	alt: string
	width: number
	height: number
	/** How wide it is shown, in the words of the `sizes` attribute. */
	sizes: string
	/** The picture a page opens with: fetched at once, though after the letters, which are read first. All others wait for the first paint. */
	first?: boolean
	className?: string
}

/**
 * A picture in the size it is shown in, in the smaller of two formats the browser knows. Its place is kept meanwhile. One
 * further down waits until its place comes near: browsers fetch lazy pictures from thousands of pixels away, in a slow
 * phone's most precious second.
 */
export function Picture({
	avif,
	webp,
	src,
	alt,
	width,
	height,
	sizes,
	first = false,
	className = '',
}: PictureProps) {
	return (
		<picture
			data-first={first || undefined}
			className={first ? 'block' : 'block [content-visibility:auto] print:[content-visibility:visible]'}
			style={{ aspectRatio: `${width} / ${height}` }}
		>
			<source type="image/avif" srcSet={avif} sizes={sizes} />
			<source type="image/webp" srcSet={webp} sizes={sizes} />
			<img
				src={src}
				alt={alt}
				width={width}
				height={height}
				decoding="async"
				loading={first ? 'eager' : 'lazy'}
				fetchPriority="low"
				className={`h-auto w-full ${className}`}
			/>
		</picture>
	)
}
