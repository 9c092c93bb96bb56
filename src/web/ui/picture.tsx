interface PictureProps {
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
export function Picture({ avif, webp, sizes, first = false, className = '', ...img }: PictureProps) {
	return (
		<picture>
			<source type="image/avif" srcSet={avif} sizes={sizes} />
			<source type="image/webp" srcSet={webp} sizes={sizes} />
			<img
				{...img}
				decoding="async"
				loading={first ? 'eager' : 'lazy'}
				fetchPriority={first ? 'high' : 'auto'}
				className={`h-auto w-full ${className}`}
			/>
		</picture>
	)
}
