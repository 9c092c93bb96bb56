import { AppError } from '#server/platform/app-error.ts'

/** A message that is correctly signed, but not valid for this site or at this moment. The API returns it in OAuth's format. */
export class InvalidGrant extends AppError {
	constructor(message: string) {
		super('validation_failed', 400, message)
	}
}

export function unsupportedChain(): AppError {
	return new AppError('web3_unsupported_chain', 400, 'Unsupported chain')
}

/** Reports that the shop accepts no wallets, or none of the named chain. */
export function web3Disabled(chain?: string): AppError {
	return new AppError(
		'web3_provider_disabled',
		422,
		`${chain === undefined ? '' : `${chain} `}Web3 provider is disabled`,
	)
}
