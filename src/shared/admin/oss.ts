import { z } from 'zod'
import { downloads, reads } from './declare.ts'

/** A quarter, such as `2026-Q4`. */
const quarter = z.stringFormat('quarter', /^20\d\d-Q[1-4]$/)

const ossRow = z.object({
	/** The quarter of the sales. An earlier one than that of the return is corrected by it. */
	quarter,
	/** The country whose VAT it is, in two letters. */
	country: z.string(),
	/** In per cent. */
	rate: z.number(),
	/** What was paid without its VAT, less what went back of it, and the VAT; both negative if more went back. */
	net_pence: z.int(),
	vat_pence: z.int(),
})

export type OssRow = z.infer<typeof ossRow>

/** The quarterly return to the one-stop shop. */
export const ossApi = {
	'oss-return': reads(
		{ quarter },
		z.object({
			/** The return's own quarter first, then the corrections of earlier ones, newest first. */
			rows: z.array(ossRow),
		}),
	),
	'export-oss-return': downloads({
		quarter,
		/**
		 * Pounds for one euro, for each quarter of the return: the European Central Bank's rate of the quarter's last day, such as
		 * `2026-Q4=0.8734,2026-Q3=0.8716`.
		 */
		rates: z.string().max(500),
	}),
}
