import type { PartProps } from '#admin/pages/product/product.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'

/** How a product that is coming soon is released, and when those who asked are told. */
export function Release({ product, isOwner, onDone }: PartProps) {
	const { id, title, status, waiting_people: people, emails_wait: waits } = product
	const isSoon = status === 'coming soon'
	if (!isSoon && (people === 0 || status === 'withdrawn')) return null
	const acts = { input: { product: id }, onDone }
	return (
		<section aria-labelledby="release">
			<div className="section-head">
				<h2 id="release" className="section-title">
					Release
				</h2>
				{isOwner && waits ? (
					<ActButton
						{...acts}
						act="send-release-emails"
						title={isSoon ? 'Let the emails go out by themselves' : `Tell people that ${title} is out`}
						opens={isSoon ? 'Don’t hold them back' : 'Send the emails …'}
						label={isSoon ? 'Let them go out' : 'Send the emails'}
						variant={isSoon ? 'secondary' : 'primary'}
						done={isSoon ? 'The emails go out by themselves' : 'The emails begin within five minutes'}
					/>
				) : null}
				{isOwner && !waits ? (
					<ActButton
						{...acts}
						act="hold-release-emails"
						title="Hold the emails back"
						opens="Hold the emails back …"
						label="Hold them back"
						done="The emails wait for you"
					/>
				) : null}
			</div>
			<p>
				{people === 0
					? 'Nobody waits to hear of it yet.'
					: people === 1
						? '1 person waits to hear of it.'
						: `${people.toLocaleString('en-GB')} people wait to hear of it.`}
				{waits ? ' Their emails wait until you send them.' : ''}
			</p>
			<p className="mt-2 text-soft">
				{isSoon
					? `This version of the shop has no file, page or price for it, so it can’t be released from here. The version that brings them puts it on sale when it starts${waits ? '; the emails then wait for you.' : ', and emails everybody who asked, once each, within about ten minutes.'}`
					: waits
						? 'It’s out. Look at its page, and then send the emails: once to each.'
						: 'It’s out, and the emails go out by themselves, one a second.'}
			</p>
		</section>
	)
}
