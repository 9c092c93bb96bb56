import { type ChangeEvent, type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import type { GalleryVideo } from './gallery-video.ts'
import './video-player.css'

export interface VideoPlayerProps {
	video: GalleryVideo
	/** Whether the visitor has just pressed the video's poster. If so, the video plays and its button takes the focus. */
	asked?: boolean
	/** Receives the words of each caption when it begins; an empty text if there is none. */
	onCaption?: (words: string) => void
}

/**
 * A silent video with a button, its position, captions below the picture, which they would otherwise cover, and full screen. Loads
 * nothing until it is played. It has no button for sound, because no video of the catalogue has any.
 */
export function VideoPlayer({ video, asked = false, onCaption }: VideoPlayerProps) {
	const film = useRef<HTMLVideoElement>(null)
	const player = useRef<HTMLFieldSetElement>(null)
	// Captions are added only when the video starts, because they would be fetched immediately, whatever `preload` says.
	const [started, setStarted] = useState(asked)
	const [isPlaying, setPlaying] = useState(asked)
	const [seconds, setSeconds] = useState(0)
	const [length, setLength] = useState(video.seconds)
	const [words, setWords] = useState('')
	const [hasCaptions, setCaptions] = useState(true)
	const [isFull, toggleFull] = useFullScreen(player, film)

	useEffect(() => onCaption?.(words), [words, onCaption])

	function follow() {
		setSeconds(film.current?.currentTime ?? 0)
		const cue = film.current?.textTracks[0]?.activeCues?.[0]
		setWords(cue instanceof VTTCue ? cue.text : '')
	}
	function toggle() {
		if (film.current?.paused) void film.current.play()
		else film.current?.pause()
	}
	function seek({ target }: ChangeEvent<HTMLInputElement>) {
		if (film.current === null) return
		film.current.currentTime = target.valueAsNumber
		setSeconds(target.valueAsNumber)
		setStarted(true)
	}
	const size: CSSProperties & Record<`--${string}`, string | number> = {
		'--ratio': video.width / video.height,
		'--widest': `${video.width}px`,
	}
	return (
		<fieldset ref={player} aria-label="Film" className="player" style={size}>
			<video
				ref={film}
				aria-label={video.alt}
				muted
				playsInline
				autoPlay={asked}
				preload={asked ? 'auto' : 'none'}
				poster={video.poster.src}
				width={video.width}
				height={video.height}
				onClick={toggle}
				onPlay={() => {
					setStarted(true)
					setPlaying(true)
				}}
				onPause={() => setPlaying(false)}
				onLoadedMetadata={({ currentTarget }) => setLength(currentTarget.duration)}
				onTimeUpdate={follow}
				onSeeked={follow}
			>
				{video.sources.map(({ src, type }) => (
					<source key={type} src={src} type={type} />
				))}
				{started ? (
					<track
						ref={keepHidden}
						kind="captions"
						src={video.captions.src}
						srcLang={video.captions.language}
						label={video.captions.label}
					/>
				) : null}
			</video>
			<p className="player-captions" lang={video.captions.language}>
				{hasCaptions ? words : null}
			</p>
			<div className="player-bar">
				<PlayerButton
					ref={asked ? takeFocus : undefined}
					label={isPlaying ? 'Pause' : 'Play'}
					onClick={toggle}
				>
					<path fill="currentColor" d={isPlaying ? 'M8 5v14M16 5v14' : 'M7.5 5v14l11-7z'} />
				</PlayerButton>
				<input
					type="range"
					aria-label="Position"
					aria-valuetext={`${Math.floor(seconds)} of ${Math.round(length)} seconds`}
					min={0}
					max={length}
					step={0.25}
					value={Math.min(seconds, length)}
					onChange={seek}
				/>
				<span aria-hidden="true" className="figures">
					{`${clockTime(seconds)} / ${clockTime(length)}`}
				</span>
				<PlayerButton label="Captions" isOn={hasCaptions} onClick={() => setCaptions(!hasCaptions)}>
					<path d="M3 5.5h18v13H3zM6.5 12h4M13 12h4.5M6.5 15.5h7M16 15.5h1.5" />
				</PlayerButton>
				{toggleFull === undefined ? null : (
					<PlayerButton label={isFull ? 'Leave full screen' : 'Full screen'} onClick={toggleFull}>
						<path
							d={isFull ? 'M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5' : 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5'}
						/>
					</PlayerButton>
				)}
			</div>
		</fieldset>
	)
}

interface PlayerButtonProps {
	label: string
	/** For a button that switches something on and off. */
	isOn?: boolean
	onClick: () => void
	ref?: ((button: HTMLButtonElement | null) => void) | undefined
	/** The shapes of its icon, on a square of 24 by 24. */
	children: ReactNode
}

function PlayerButton({ label, isOn, onClick, ref, children }: PlayerButtonProps) {
	return (
		<button type="button" ref={ref} title={label} aria-label={label} aria-pressed={isOn} onClick={onClick}>
			<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
				{children}
			</svg>
		</button>
	)
}

/**
 * Returns whether the player fills the screen, and a function that changes it; undefined if the browser cannot. An iPhone can do it
 * with the video alone, in a player of its own.
 */
function useFullScreen(
	player: { current: HTMLElement | null },
	film: { current: HTMLVideoElement | null },
): [isFull: boolean, toggle: (() => void) | undefined] {
	const [isFull, setFull] = useState(false)
	useEffect(() => {
		const update = () => setFull(document.fullscreenElement === player.current)
		document.addEventListener('fullscreenchange', update)
		return () => document.removeEventListener('fullscreenchange', update)
	}, [player])

	if (document.fullscreenEnabled)
		return [isFull, () => void (isFull ? document.exitFullscreen() : player.current?.requestFullscreen())]
	if (!('webkitEnterFullscreen' in HTMLVideoElement.prototype)) return [false, undefined]
	return [
		false,
		() => {
			const video: object | null = film.current
			if (video === null || !('webkitEnterFullscreen' in video)) return
			if (typeof video.webkitEnterFullscreen === 'function') video.webkitEnterFullscreen()
		},
	]
}

/** Returns a time in seconds as minutes and seconds, such as `0:07`. */
function clockTime(seconds: number): string {
	const whole = Math.floor(seconds)
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** The browser reads the captions, but leaves it to the player to show them. */
function keepHidden(element: HTMLTrackElement | null) {
	if (element !== null) element.track.mode = 'hidden'
}

function takeFocus(button: HTMLButtonElement | null) {
	button?.focus({ preventScroll: true })
}
