export const causes: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  ENOSPC: ["the disk is full", "make room, then run the command again; nothing was lost"],
  EDQUOT: ["the quota of the disk is used up", "make room, then run the command again; nothing was lost"],
  EROFS: ["the file system is read-only", "name a folder that can be written with --state"],
  EACCES: ["it may not be written", "check the permissions of the folder, or name another with --state"],
  EPERM: ["it may not be written", "check the permissions of the folder, or name another with --state"],
  ENOTDIR: ["a part of the path is a file, not a folder", "move that file away, or name another folder with --state"],
  ENOENT: ["its folder is not there and cannot be made", "name another folder with --state"],
  EEXIST: ["a file stands where the folder should be", "move that file away, or name another folder with --state"],
  EISDIR: ["a folder stands where the file should be", "move that folder away"],
  ERR_FS_EISDIR: ["a folder stands where the file should be", "move that folder away"],
  ENXIO: ["a pipe or a socket stands where the file should be", "move it away"],
  ELOOP: ["a symbolic link stands where the file should be", "move it away"],
  EFBIG: ["the file would become too large", "set the journal aside with untildone reset --all"],
};

/** Of files that the user named: what to do is not about our state folder. */
export const userFixes: Readonly<Record<string, string>> = {
  EROFS: "name a file in a folder that can be written",
  EACCES: "check its permissions, or name another file",
  EPERM: "check its permissions, or name another file",
  ENOTDIR: "name a file in a folder",
  ENOENT: "name a file in a folder that is there",
  EEXIST: "name another file",
  EISDIR: "name a file in that folder",
  ERR_FS_EISDIR: "name a file in that folder",
  ENXIO: "name another file",
  ELOOP: "name another file",
};
