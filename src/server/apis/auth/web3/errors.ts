import { AppError } from '#server/platform/app-error.ts'

/** A message that is correctly signed, but not valid for this site or at this moment. The API returns it in OAuth's format. */
export class InvalidGrant extends AppError {
	constructor(message: string) {
		super({ code: 'validation_failed', status: 400, message })
	}
}

export function unsupportedChain(): AppError {
	return new AppError({ code: 'web3_unsupported_chain', status: 400, message: 'Unsupported chain' })
}

/** Reports that the shop accepts no wallets, or none of the named chain. */
export function web3Disabled(chain?: string): AppError {
	return new AppError({
		code: 'web3_provider_disabled',
		status: 422,
		message: `${chain === undefined ? '' : `${chain} `}Web3 provider is disabled`,
	})
}
