import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type Move, moveOfKey, step } from './step.ts'
import { VideoPlayer } from './video-player.tsx'
import { ViewerButton } from './viewer-button.tsx'
import { isVideo, type ViewerItem } from './viewer-item.ts'
import { ViewerStage } from './viewer-stage.tsx'
import './viewer.css'

export interface ViewerProps {
	title: string
	items: readonly ViewerItem[]
	/** Which item is shown; null while the viewer is closed. */
	index: number | null
	onIndex: (index: number) => void
	onClose: () => void
	/** Gives the focus back to where it came from. */
	returnFocus: () => void
}

/** One picture over the whole screen, with the way to its neighbours; the row is a ring (docs/specification.md section 2). */
export function Viewer({ title, items, index, onIndex, onClose, returnFocus }: ViewerProps) {
	const next = useRef<HTMLButtonElement>(null)
	const [zoomed, setZoomed] = useState(false)
	const [turned, setTurned] = useState<Move | undefined>()
	const item = index === null ? undefined : items[index]

	function go(move: Move) {
		if (index === null) return
		setZoomed(false)
		setTurned(move)
		onIndex(step(index, move, items.length))
	}
	function followKeys(event: KeyboardEvent) {
		const move = moveOfKey(event.key)
		const asOneself = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
		// A film's own controls use the arrows to wind it.
		if (move === undefined || !asOneself || event.target instanceof HTMLVideoElement) return
		event.preventDefault()
		go(move)
	}
	function close() {
		setZoomed(false)
		setTurned(undefined)
		onClose()
	}

	return (
		<Primitive.Root open={item !== undefined} onOpenChange={(open) => open || close()}>
			<Primitive.Portal>
				{item === undefined || index === null ? null : (
					<Primitive.Content
						aria-describedby={undefined}
						onKeyDown={followKeys}
						onOpenAutoFocus={(event) => {
							event.preventDefault()
							next.current?.focus()
						}}
						onCloseAutoFocus={(event) => {
							event.preventDefault()
							returnFocus()
						}}
						className="viewer fixed inset-0 z-50 bg-paper text-ink"
					>
						<div className="flex items-center gap-1 border-b border-rule py-1 pr-1 pl-4 [grid-area:head] md:pl-6">
							<Primitive.Title className="min-w-0 text-label leading-tight font-semibold tracking-normal">
								{title}
							</Primitive.Title>
							<p
								role="status"
								className="figures ml-3 grow font-display text-label whitespace-nowrap text-soft"
							>
								{index + 1} of {items.length}
								<span className="sr-only">: {item.alt}</span>
							</p>
							{isVideo(item) ? null : (
								<ViewerButton
									label={zoomed ? 'Whole page' : 'Larger, to read'}
									icon={zoomed ? ZoomOut : ZoomIn}
									onClick={() => setZoomed(!zoomed)}
								/>
							)}
							<ViewerButton label="Close" icon={X} onClick={close} />
						</div>
						<ViewerButton
							label="Previous"
							icon={ChevronLeft}
							onClick={() => go('previous')}
							className="[grid-area:previous]"
						/>
						{isVideo(item) ? (
							<div className="viewer-stage" data-turned={turned}>
								<VideoPlayer
									video={item}
									className="max-h-[100cqh] w-auto max-w-[100cqw] md:aspect-(--with-low-foot)"
								/>
							</div>
						) : (
							<ViewerStage
								key={item.name}
								picture={item}
								neighbours={neighboursOf(index, items)}
								zoomed={zoomed}
								onZoomed={setZoomed}
								turned={turned}
								onTurn={go}
							/>
						)}
						<ViewerButton
							ref={next}
							label="Next"
							icon={ChevronRight}
							onClick={() => go('next')}
							className="[grid-area:next]"
						/>
						<p className="margin-note flex min-h-14 items-center justify-center px-2 py-2 text-center [grid-area:note]">
							{item.caption}
						</p>
					</Primitive.Content>
				)}
			</Primitive.Portal>
		</Primitive.Root>
	)
}

/** The pictures one step away, to be fetched meanwhile. A film is not fetched until it is asked for. */
function neighboursOf(index: number, items: readonly ViewerItem[]) {
	return (['next', 'previous'] as const).flatMap((move) => {
		const item = items[step(index, move, items.length)]
		return item === undefined || isVideo(item) ? [] : [item]
	})
}
