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
	/** The picture a page opens with: fetched at once, ahead of others. */
	first?: boolean
	className?: string
}

/** A picture in the size it is shown in, in the smaller of two formats the browser knows. Its place is kept meanwhile. */
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
		<picture>
			<source type="image/avif" srcSet={avif} sizes={sizes} />
			<source type="image/webp" srcSet={webp} sizes={sizes} />
			<img
				src={src}
				alt={alt}
				width={width}
				height={height}
				decoding="async"
				loading={first ? 'eager' : 'lazy'}
				fetchPriority={first ? 'high' : 'auto'}
				className={`h-auto w-full ${className}`}
			/>
		</picture>
	)
}
