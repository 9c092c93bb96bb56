/** What the planner says about its number. */
export type Verdict =
	| {
			kind: 'ended' | 'notBegun' | 'bankBelow' | 'bankLess' | 'short' | 'belowZero' | 'over' | 'held' | 'fine'
	  }
	/** As `bankBelow` and `belowZero`, in a plan with a limit of its own. */
	| {
			kind: 'bankBelowFloor' | 'belowFloor'
	  }
	/** How many weeks before the shown one have no payments. */
	| { kind: 'emptyWeeks'; count: number }
	/** Two rows of spending that are the same. */
	| { kind: 'sameTwice'; first: number; row: number }
	/** A row of spending that is as much as a fixed cost. */
	| { kind: 'asMuchAsCost'; row: number; name: string }

/** What may explain the difference between the bank's balance and the plan. */
export type BankVerdict =
	| { kind: 'agree' | 'savings' | 'more' | 'less' }
	/** A single income or cost of the same amount. */
	| { kind: 'costNotTaken' | 'costTakenTwice' | 'notArrived'; name: string }
	/** A single row of spending of the same amount. */
	| { kind: 'paymentNotTaken'; row: number }
