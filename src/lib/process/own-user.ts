/** Who we are; null on systems without user ids. */
export function ownUser(): { readonly uid: number; readonly gid: number } | null {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  return uid === undefined || gid === undefined ? null : { uid, gid };
}
