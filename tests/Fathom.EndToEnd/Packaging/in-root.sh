#!/bin/sh
# in-root.sh ROOT: runs the archive's program on a live one inside of a root, and prints each answer behind '== NAME CODE'. Mounts are those of its own namespace and end with it.
set -eu
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/tmp"
cat >"$1/tmp/run.sh" <<'END'
set -u
export PATH=/usr/local/bin:/usr/bin:/bin HOME=/root COLUMNS=80
ln -sf /opt/fathom-*/fathom /usr/local/bin/fathom
mkfifo /tmp/in
/app/Leak </tmp/in >/tmp/out 2>&1 &
exec 3>/tmp/in
echo 'work 20000' >&3
i=0
until grep -q 'done' /tmp/out; do
    i=$((i + 1))
    [ $i -lt 600 ] || { cat /tmp/out; exit 1; }
    sleep 0.1
done
answer() {
    name=$1
    shift
    "$@" >/tmp/answer 2>&1
    echo "== $name $?"
    cat /tmp/answer
}
answer ps fathom ps
answer heap fathom heap Leak
answer suspects fathom heap suspects Leak
answer memory fathom memory Leak
answer watch fathom watch Leak --duration 3s
answer stacks fathom stacks Leak
answer save fathom heap Leak --save /tmp/leak.fathom
answer sql fathom sql "select name from heap_type where name like 'Shop.%'" /tmp/leak.fathom
answer serializers fathom serializers --quick
exec 3>&-
wait
END
exec chroot "$1" /bin/sh /tmp/run.sh
