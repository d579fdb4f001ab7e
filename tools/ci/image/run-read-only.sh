#!/bin/sh
# Runs a command in a root file system as Kubernetes runs a restricted Pod: read-only but for /tmp and the given folder of files, as user
# 65534, without capabilities: run-read-only.sh <root file system> <folder of files> <command>… Needs root.
# Everything is replaced by exec, so that signals reach the command.
set -eu

if [ "${1:-}" != inside ]; then exec unshare --mount --propagation private -- "$0" inside "$@"; fi
root=$2 files=$3
shift 3

mount --bind "$root" "$root"
cd "$root"
mount --rbind /proc proc
mount --rbind /dev dev
mount -t tmpfs -o mode=1777 tmpfs tmp
[ ! -d var/lib/almanac/files ] || mount --bind "$files" var/lib/almanac/files
mount -o remount,bind,ro .
# Not chroot: a process in a chroot may not create the user namespace of the browser's sandbox.
pivot_root . .
umount -l .
cd /app
# As container runtimes set it for a user without a home.
export HOME=/
exec setpriv --reuid 65534 --regid 65534 --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs "$@"
