import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { productPath } from '#shared/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

interface ReadFrameProps {
	product: ShelfProduct
	/** Shown beside the text on a laptop, and at the top of the screen on a phone. */
	aside?: ReactNode
	children: ReactNode
}

/** The page around a guide, or around the message that is shown instead. */
export function ReadFrame({ product, aside, children }: ReadFrameProps) {
	return (
		<div className="page-width reading">
			<div className="reading-head">
				<p className="font-display text-label print:hidden">
					<Link to={href('/account/guides')} className="link inline-flex min-h-11 items-center">
						Your guides
					</Link>
				</p>
				<h1 tabIndex={-1} className="text-title">
					{product.title}
				</h1>
			</div>
			{aside}
			<div className="reading-body">{children}</div>
		</div>
	)
}

/** A placeholder in the shape of a page of text. */
export function LoadingText() {
	return (
		<div role="status" className="scripts-only grid gap-4">
			<span className="sr-only">Opening the guide</span>
			<div aria-hidden className="mb-3 h-9 w-2/3 bg-rule" />
			{['w-full', 'w-4/5', 'w-full', 'w-4/5', 'w-full', 'w-4/5', 'w-3/5'].map((width, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
				<div key={index} aria-hidden className={`h-5 bg-rule ${width}`} />
			))}
		</div>
	)
}

interface MessageProps {
	product: ShelfProduct
	heading: string
	children: ReactNode
	/** What the visitor can do next. */
	steps: ReactNode
}

/** Says why there is nothing to read, and what to do next. */
export function Message({ product, heading, children, steps }: MessageProps) {
	return (
		<ReadFrame product={product}>
			<div role="status" className="grid max-w-measure gap-3">
				<h2 className="text-heading">{heading}</h2>
				{children}
			</div>
			<div className="mt-6 flex flex-wrap items-center gap-3">{steps}</div>
		</ReadFrame>
	)
}

export function NoReadingEdition({ product }: { product: ShelfProduct }) {
	return (
		<Message
			product={product}
			heading="This guide is only a download"
			steps={
				<>
					<ButtonLink to={href('/account/guides')}>Your guides</ButtonLink>
					<AboutLink product={product} />
				</>
			}
		>
			<p>It has no edition to read online. If it’s yours, its files are under your guides.</p>
		</Message>
	)
}

interface NoCopyProps {
	product: ShelfProduct
	again: () => void
}

/** Shown if the guide, or the page's own code, can't be fetched and isn't stored in this browser. */
export function NoCopy({ product, again }: NoCopyProps) {
	return (
		<Message
			product={product}
			heading="No connection, and no copy here yet"
			steps={<RetrySteps again={again} />}
		>
			<p>
				The shop couldn’t be reached, and this browser has no copy of the guide. Open it once with a
				connection: after that it opens without one.
			</p>
		</Message>
	)
}

export function RetrySteps({ again }: Pick<NoCopyProps, 'again'>) {
	return (
		<>
			<Button onClick={again}>Try again</Button>
			<ButtonLink to={href('/account/guides')} variant="quiet">
				Your guides
			</ButtonLink>
		</>
	)
}

export function AboutLink({ product }: { product: ShelfProduct }) {
	return (
		<ButtonLink to={productPath(product)} variant="secondary">
			About this guide
		</ButtonLink>
	)
}
