import { accounts } from './accounts.ts'
import { buying } from './buying.ts'
import { looking } from './looking.ts'
import { mailsAndLeaving } from './mails-and-leaving.ts'
import type { ToastRow } from './row.ts'
import { taking } from './taking.ts'

/** Every toast of the shop (docs/specification.md section 8, and a few more), each with a situation that causes it. */
export const toastTable: readonly ToastRow[] = [
	...taking,
	...buying,
	...accounts,
	...mailsAndLeaving,
	...looking,
]
