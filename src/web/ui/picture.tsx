import { useEffect } from 'react'

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

/** Loads all pictures of the page before it is printed, even those that have not been scrolled to. */
export function usePicturesInPrint(): void {
	useEffect(() => {
		const print = window.matchMedia('print')
		function loadAll() {
			for (const picture of document.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')) {
				picture.loading = 'eager'
			}
		}
		function onMediumChange() {
			if (print.matches) loadAll()
		}
		// Some browsers fire `beforeprint`, others only change the media type.
		window.addEventListener('beforeprint', loadAll)
		print.addEventListener('change', onMediumChange)
		return () => {
			window.removeEventListener('beforeprint', loadAll)
			print.removeEventListener('change', onMediumChange)
		}
	}, [])
}
