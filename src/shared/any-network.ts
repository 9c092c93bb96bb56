/** The header of a client whose second step may be asked for and answered from different network addresses. */
export const anyNetworkHeader = 'x-any-network'
