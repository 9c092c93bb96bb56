import { type CSSProperties, useState } from 'react'
import type { GalleryVideo } from '#web/shop-window/gallery-video.ts'

interface VideoPlayerProps {
	video: GalleryVideo
	/** It was asked for just now: plays, and takes the focus from what asked for it. */
	asked?: boolean
	className?: string
}

/** A silent film under the browser's own controls, within the page on phones too. Until it is asked for it loads nothing. */
export function VideoPlayer({ video, asked = false, className = '' }: VideoPlayerProps) {
	// A default track is fetched as soon as it stands there, whatever `preload` says.
	const [started, setStarted] = useState(asked)
	return (
		<video
			ref={asked ? takeFocus : undefined}
			aria-label={video.alt}
			controls
			muted
			playsInline
			autoPlay={asked}
			preload={asked ? 'auto' : 'none'}
			onPlay={() => setStarted(true)}
			poster={video.poster.src}
			width={video.width}
			height={video.height}
			style={filmShapes(video)}
			className={`aspect-(--with-foot) bg-leaf object-contain object-top shadow-leaf ${className}`}
		>
			{video.sources.map(({ src, type }) => (
				<source key={type} src={src} type={type} />
			))}
			{started ? (
				<track
					kind="captions"
					default
					src={video.captions.src}
					srcLang={video.captions.language}
					label={video.captions.label}
				/>
			) : null}
		</video>
	)
}

/**
 * With room under the film: captions and controls would otherwise lie over what it shows. On a small picture they are as
 * large as on a large one, and take more of it.
 */
export function filmShapes({
	width,
	height,
}: Pick<GalleryVideo, 'width' | 'height'>): CSSProperties & Record<`--${string}`, string> {
	const withFoot = (share: number) => `${width} / ${height + width * share}`
	return { '--with-foot': withFoot(0.38), '--with-low-foot': withFoot(0.16) }
}

function takeFocus(element: HTMLVideoElement | null) {
	element?.focus({ preventScroll: true })
}
