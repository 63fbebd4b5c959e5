// What failed because the service was away is asked again once it is back, without a reload.

const LOOK_EVERY_MS = 5_000

/** @param look resolves when the service answers @param onBack called once it does
 * @returns to be told of each failure that may pass */
export function createHealer(look: () => Promise<unknown>, onBack: () => void): () => void {
  let isLooking = false
  const lookAgain = () => {
    setTimeout(() => look().then(back, lookAgain), LOOK_EVERY_MS)
  }
  const back = () => {
    isLooking = false
    onBack()
  }
  return () => {
    if (isLooking) return
    isLooking = true
    lookAgain()
  }
}
