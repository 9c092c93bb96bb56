import { useRead } from '#admin/api/use-read.ts'
import { pounds, wholeDayName } from '#admin/ui/money/format.ts'
import { Failed, Loading } from '#admin/ui/states.tsx'
import { vatAlertLevels } from '#shared/vat-threshold.ts'

/** Compares the turnover of the last twelve months with the threshold of VAT. */
export function VatThreshold() {
	const { data, error, reload } = useRead('turnover', {})
	return (
		<section aria-labelledby="turnover">
			<div className="section-head">
				<h2 id="turnover">Turnover and the VAT threshold</h2>
				<p className="margin-note">The last twelve months, whatever month you’ve chosen above.</p>
			</div>
			{error !== undefined && data === undefined ? (
				<Failed error={error} onRetry={reload} />
			) : data === undefined ? (
				<Loading lines={2} label="Adding up …" />
			) : (
				<div className="turnover">
					<p>
						<b>{pounds(data.pence)}</b> of {pounds(data.threshold_pence)} (
						{Math.floor((100 * data.pence) / data.threshold_pence)} %), from {wholeDayName(data.from)} to{' '}
						{wholeDayName(data.to)}.{' '}
						{data.is_registered
							? 'You’re registered for VAT, so the threshold asks nothing of you.'
							: data.pence > data.threshold_pence
								? 'You must register for VAT: ask an accountant now.'
								: `You’re emailed at ${new Intl.ListFormat('en-GB').format(vatAlertLevels.map(String))} %.`}
					</p>
					<meter
						aria-labelledby="turnover"
						max={data.threshold_pence}
						high={(vatAlertLevels[0] / 100) * data.threshold_pence}
						optimum={0}
						value={Math.max(0, data.pence)}
					/>
					<p className="margin-note">
						Sales in the UK, zero-rated ones too, without VAT, and without what was refunded or lost to a bank
						of them. Sales abroad don’t count, and what you sell elsewhere isn’t in here.{' '}
						{data.by_stripe_pence === 0
							? null
							: `${pounds(data.by_stripe_pence)} of it was sold by Stripe as the merchant of record. That counts only if the Stripe company that you have agreed this with is in the UK: ask your accountant.`}
					</p>
				</div>
			)}
		</section>
	)
}
