export interface PictureProps {
	/** `srcset` in AVIF. Every browser that the style sheets are meant for can show AVIF. Older ones get one WebP file. */
	avif: string
	src: string
	alt: string
	width: number
	height: number
	/** The `sizes` attribute. */
	sizes: string
	/**
	 * Whether this is the picture at the top of a page, which is fetched immediately after the fonts. All others wait for the
	 * first paint.
	 */
	first?: boolean
	className?: string
}

/**
 * A responsive picture in the smallest format that the browser supports, with its space reserved. `content-visibility` delays
 * pictures further down. Without it, browsers fetch lazy images thousands of pixels ahead, while a slow phone still needs the
 * bandwidth for other things.
 */
export function Picture({
	avif,
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
