import { type CSSProperties, useState } from 'react'
import type { GalleryVideo } from './gallery-video.ts'

export interface VideoPlayerProps {
	video: GalleryVideo
	/** Whether the visitor has just pressed the video's poster. If so, the video plays and takes the focus. */
	asked?: boolean
	className?: string
}

/** A silent video with the browser's controls, played inline on phones too. Loads nothing until it is played. */
export function VideoPlayer({ video, asked = false, className = '' }: VideoPlayerProps) {
	// Captions are added only when the video starts, because browsers fetch a default track immediately, whatever `preload` says.
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
			style={aspectRatios(video)}
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
 * Returns aspect ratios with room below the video, so that captions and controls do not cover it. That room does not shrink
 * with the video, so a small video needs relatively more of it.
 */
export function aspectRatios({
	width,
	height,
}: Pick<GalleryVideo, 'width' | 'height'>): CSSProperties & Record<`--${string}`, string> {
	const withFoot = (share: number) => `${width} / ${height + width * share}`
	return { '--with-foot': withFoot(0.38), '--with-low-foot': withFoot(0.16) }
}

function takeFocus(element: HTMLVideoElement | null) {
	element?.focus({ preventScroll: true })
}
