import { useState } from 'react'
import { useRead } from '#admin/api/use-read.ts'
import { ProductsFrame } from '#admin/pages/products/products-frame.tsx'
import { useMe } from '#admin/session/session.ts'
import { useUnsaved } from '#admin/session/unsaved.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { ListTable } from '#admin/ui/list-table.tsx'
import { Empty } from '#admin/ui/states.tsx'
import { TextArea } from '#admin/ui/text-area.tsx'
import { Tick } from '#admin/ui/tick.tsx'
import { dayOfTime } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import { isTestimonial } from '#shared/admin/names.ts'

type Claim = Answer<'claims'>['rows'][number]

/** Lists what the pages claim, and the evidence for it. */
export function Page() {
	const read = useRead('claims', {})
	const isOwner = useMe().role === 'owner'
	return (
		<ProductsFrame
			title="Claims"
			note={
				read.data?.is_public === false
					? 'This is your own machine, where the pages show every claim. A public site shows only what you have confirmed.'
					: 'The pages show only what you have confirmed. A claim that isn’t true, or that you can’t prove, is an offence.'
			}
			updatedAt={read.updatedAt}
		>
			<ListTable
				caption="Marketing claims"
				columns={[
					{ title: 'What visitors read', cell: (claim) => <Words claim={claim} />, ownLine: true },
					{
						title: 'State',
						cell: (claim) => <State claim={claim} isPublic={read.data?.is_public !== false} />,
						ownLine: true,
					},
					...(isOwner
						? [
								{
									title: 'Change',
									cell: (claim: Claim) => <ClaimActs claim={claim} onDone={read.reload} />,
									ownLine: true,
								},
							]
						: []),
				]}
				rows={read.data?.rows}
				keyOf={({ id }) => id}
				read={read}
				empty={<Empty title="The catalogue claims nothing" />}
			/>
		</ProductsFrame>
	)
}

function Words({ claim: { words, confirmation } }: { claim: Claim }) {
	return (
		<div className="grid max-w-[40rem] gap-1.5">
			<p>{words}</p>
			{confirmation === null ? null : (
				<p className="wrap-anywhere whitespace-pre-line border-rule border-l-2 pl-3 text-soft">
					<span className="font-semibold">Proved by:</span> {confirmation.evidence}
					<span className="block">
						{confirmation.by}, {dayOfTime(confirmation.at)}
					</span>
				</p>
			)}
		</div>
	)
}

function State({ claim, isPublic }: { claim: Claim; isPublic: boolean }) {
	const { is_replaced: isReplaced, is_shown: isShown, shown_by_settings: bySettings, confirmation } = claim
	if (isReplaced) return 'Replaced by reviews'
	if (confirmation?.is_of_other_words === true && !isShown)
		return <span className="font-semibold text-brick">Changed by a new version: confirm it again</span>
	if (!isShown) return <span className="text-soft">Not shown</span>
	if (confirmation !== null) return 'Shown, confirmed'
	return bySettings && isPublic ? 'Shown, by the settings' : 'Shown here'
}

const unsaved = new Map<string, string>()

function ClaimActs({ claim: { id, confirmation }, onDone }: { claim: Claim; onDone: () => void }) {
	const [evidence, setEvidence] = useUnsaved(unsaved, id, confirmation?.evidence ?? '')
	const [agreed, setAgreed] = useState(false)
	const isReady = evidence.trim() !== '' && (agreed || !isTestimonial(id))
	return (
		<div className="flex flex-wrap gap-2">
			<ActButton
				act="confirm-claim"
				input={isReady ? { claim: id, evidence, writer_agreed: agreed } : undefined}
				title="Confirm a claim"
				opens={confirmation === null ? 'Confirm' : 'Change'}
				label="Confirm it"
				reason="none"
				done="The claim is confirmed"
				onDone={() => {
					setEvidence(undefined)
					onDone()
				}}
			>
				<TextArea
					label="What proves it"
					name="evidence"
					hint="Where a record is kept, who said it and when. Only members of the admin see it."
					maxLength={2_000}
					value={evidence}
					onChange={setEvidence}
				/>
				{isTestimonial(id) ? (
					<Tick
						label="Its writer has agreed in writing that we show it"
						checked={agreed}
						onChange={setAgreed}
					/>
				) : null}
			</ActButton>
			{confirmation === null ? null : (
				<ActButton
					act="withdraw-claim"
					input={{ claim: id }}
					title="Withdraw a claim"
					opens="Withdraw"
					label="Withdraw it"
					isDanger
					done="The claim is withdrawn"
					onDone={onDone}
				/>
			)}
		</div>
	)
}
