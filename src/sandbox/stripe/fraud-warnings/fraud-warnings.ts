import { recordEvent } from '#sandbox/stripe/events/record.ts'
import type { StoredCharge, StoredWarning } from '#sandbox/stripe/objects/kinds.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

/** The kinds of fraud that a bank can report (https://docs.stripe.com/api/radar/early_fraud_warnings/object). */
export const fraudTypes = [
	'card_never_received',
	'fraudulent_card_application',
	'made_with_counterfeit_card',
	'made_with_lost_card',
	'made_with_stolen_card',
	'misc',
	'unauthorized_use_of_card',
] as const
type FraudType = (typeof fraudTypes)[number]

/** Reports, as the buyer's bank does before any dispute, that a payment is probably fraud. */
export function warnOfFraud(world: StripeWorld, charge: StoredCharge, fraudType: FraudType): StoredWarning {
	return world.store.transaction(() => {
		const warning = world.objects.insert(
			'radar.early_fraud_warning',
			{
				id: world.newId('issfr'),
				object: 'radar.early_fraud_warning',
				actionable: isActionable(world, charge),
				charge: charge.id,
				created: unixSeconds(world.clock),
				fraud_type: fraudType,
				livemode: false,
				payment_intent: charge.payment_intent,
			},
			charge.id,
		)
		recordEvent(world, 'radar.early_fraud_warning.created', warning)
		return warning
	})
}

/** Updates the warnings about a charge after a refund or a dispute. */
export function reviseWarnings(world: StripeWorld, chargeId: string): void {
	const charge = world.objects.find('charge', chargeId)
	if (charge === undefined) return
	const actionable = isActionable(world, charge)
	for (const warning of world.objects.children('radar.early_fraud_warning', chargeId)) {
		if (warning.actionable === actionable) continue
		const revised = world.objects.update('radar.early_fraud_warning', { ...warning, actionable })
		recordEvent(world, 'radar.early_fraud_warning.updated', revised, { actionable: warning.actionable })
	}
}

/** Returns whether a refund can still avoid a dispute: there is none yet, and not everything is refunded. */
function isActionable(world: StripeWorld, charge: StoredCharge): boolean {
	return !charge.refunded && world.objects.children('dispute', charge.id).length === 0
}
