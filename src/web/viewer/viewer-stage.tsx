import { type CSSProperties, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import type { GalleryPicture } from '#web/products/gallery.ts'
import { useSwipe } from './use-swipe.ts'
import type { Move } from './viewer-items.ts'

interface ViewerStageProps {
	picture: GalleryPicture
	/** The previous and the next picture, which are preloaded so that they appear immediately. */
	neighbours: readonly GalleryPicture[]
	/** Whether the picture is shown large enough to read. */
	zoomed: boolean
	onZoomed: (zoomed: boolean) => void
	/** The move that led here, for the animation. */
	lastMove: Move | undefined
	onMove: (move: 'next' | 'previous') => void
}

/** The picture itself, fitted to the screen or large enough to read. A tap switches between the two; a swipe turns the page. */
export function ViewerStage({ picture, neighbours, zoomed, onZoomed, lastMove, onMove }: ViewerStageProps) {
	const stage = useRef<HTMLElement>(null)
	/** Where the visitor tapped the picture, as fractions of its size. Zooming in shows that part. */
	const pressed = useRef({ left: 0, top: 0 })
	const swipe = useSwipe(onMove)

	useLayoutEffect(() => {
		const element = stage.current
		if (!zoomed || element === null) return
		const { left, top } = pressed.current
		element.scrollTo({
			left: left * element.scrollWidth - element.clientWidth / 2,
			top: top * element.scrollHeight - element.clientHeight / 2,
			behavior: 'instant',
		})
		pressed.current = { left: 0, top: 0 }
	}, [zoomed])

	function press(event: MouseEvent<HTMLElement>) {
		const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
		pressed.current = { left: (event.clientX - left) / width, top: (event.clientY - top) / height }
		onZoomed(!zoomed)
	}

	const [thumbnail] = useState(() => thumbnailOf(picture))
	const shape: CSSProperties & Record<`--${string}`, string | number> = {
		'--ratio': picture.width / picture.height,
		'--widest': `${picture.width}px`,
		// Until the large picture is there, the page's thumbnail is shown enlarged.
		...(thumbnail === '' ? {} : { background: `url("${thumbnail}") top / 100% auto no-repeat` }),
	}
	return (
		<section
			ref={stage}
			aria-label="Picture"
			// A zoomed picture scrolls, which must work with the keyboard too.
			tabIndex={zoomed ? 0 : undefined}
			data-zoomed={zoomed || undefined}
			data-move={lastMove}
			className="viewer-stage focus-visible:-outline-offset-3"
			{...(zoomed ? {} : swipe)}
		>
			{/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button "Enlarge" does the same */}
			<div
				className={`viewer-sheet leaf ${zoomed ? 'cursor-zoom-out' : 'cursor-zoom-in'}`}
				style={shape}
				onClick={press}
			>
				<FullPicture picture={picture} zoomed={zoomed} />
			</div>
			<div hidden>
				{neighbours.map((neighbour) => (
					<FullPicture key={neighbour.name} picture={neighbour} zoomed={false} />
				))}
			</div>
		</section>
	)
}

/** Returns the address of the picture's thumbnail, if the page has loaded it. */
function thumbnailOf({ name }: GalleryPicture): string {
	const loaded = document.querySelector<HTMLImageElement>(`[data-opens="${name}"] img`)
	return loaded && loaded.naturalWidth > 0 ? loaded.currentSrc : ''
}

function FullPicture({ picture, zoomed }: { picture: GalleryPicture; zoomed: boolean }) {
	const { avif, src, alt, width, height } = picture
	const whole = `min(100vw, calc((100vh - 9rem) * ${(width / height).toFixed(3)}))`
	const sizes = zoomed ? `${width}px` : whole
	return (
		<picture>
			<source type="image/avif" srcSet={avif} sizes={sizes} />
			<img src={src} alt={alt} width={width} height={height} draggable={false} className="h-auto w-full" />
		</picture>
	)
}
