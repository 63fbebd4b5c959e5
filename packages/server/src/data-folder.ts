// What the machine refuses about the data folder, said in terms of the setting that an operator can change.

const FOLDER_FAULTS: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'])

/** Runs `open`, which makes or opens what lies in the folder. */
export async function openDataFolder<T>(dataDir: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!FOLDER_FAULTS.has(code)) throw error
    const sentence = `The data folder ${dataDir} cannot be used (${code}): it must be a folder that this user may write.`
    throw new Error(`${sentence} KIOSK_DATA_DIR says where it is.`, { cause: error })
  }
}
