# File calls of the recorded programs.
#
# A line of a call: name, number on x64 and on arm64 (- where the processor has no such call), operation in table file_io (- for none: it only says what a descriptor leads to), what kind of
# descriptor it makes (- for none, same for a copy), and its arguments in their order:
#   path other_path   texts that the kernel reads when the call returns
#   dir other_dir     descriptors of the folders that these begin in
#   fd other_fd       descriptors
#   size flags offset command last -
#   pair              where the two descriptors are written that it makes
adds file calls of the recorded programs: paths, bytes, durations, errors, callers; requests to disks
cost 7 µs of CPU time for each file call of the recorded programs, 0.3 µs for one of others (docs/files.md)
table file_io
table disk_io

event block:block_rq_insert
event block:block_rq_issue
event block:block_rq_complete

call open              2   -    open      file    path flags -
call openat            257 56   open      file    dir path flags -
call openat2           437 437  open      file    dir path - -
call creat             85  -    open      file    path -
call close             3   57   close     -       fd
call close_range       436 436  -         -       fd last flags

call read              0   63   read      -       fd - size
call pread64           17  67   read      -       fd - size offset
call readv             19  65   read      -       fd - -
call preadv            295 69   read      -       fd - - offset
call preadv2           327 286  read      -       fd - - offset
call write             1   64   write     -       fd - size
call pwrite64          18  68   write     -       fd - size offset
call writev            20  66   write     -       fd - -
call pwritev           296 70   write     -       fd - - offset
call pwritev2          328 287  write     -       fd - - offset
call copy_file_range   326 285  copy      -       fd - other_fd - size
call sendfile          40  71   copy      -       other_fd fd - size
call splice            275 76   copy      -       fd - other_fd - size

call fsync             74  82   sync      -       fd
call fdatasync         75  83   sync      -       fd
call sync_file_range   277 84   sync      -       fd offset size
call syncfs            306 267  sync      -       fd
call truncate          76  45   truncate  -       path size
call ftruncate         77  46   truncate  -       fd size
call fallocate         285 47   truncate  -       fd - offset size
call flock             73  32   lock      -       fd

call rename            82  -    rename    -       path other_path
call renameat          264 38   rename    -       dir path other_dir other_path
call renameat2         316 276  rename    -       dir path other_dir other_path
call link              86  -    link      -       path other_path
call linkat            265 37   link      -       dir path other_dir other_path
call symlink           88  -    link      -       path other_path
call symlinkat         266 36   link      -       path other_dir other_path
call unlink            87  -    delete    -       path
call unlinkat          263 35   delete    -       dir path
call rmdir             84  -    delete    -       path
call mkdir             83  -    mkdir     -       path
call mkdirat           258 34   mkdir     -       dir path

call stat              4   -    stat      -       path
call lstat             6   -    stat      -       path
call fstat             5   80   stat      -       fd
call newfstatat        262 79   stat      -       dir path
call statx             332 291  stat      -       dir path
call access            21  -    stat      -       path
call faccessat         269 48   stat      -       dir path
call faccessat2        439 439  stat      -       dir path
call readlink          89  -    stat      -       path
call readlinkat        267 78   stat      -       dir path
call getdents64        217 61   list      -       fd - -
call chmod             90  -    change    -       path
call fchmod            91  52   change    -       fd
call fchmodat          268 53   change    -       dir path
call chown             92  -    change    -       path
call utimensat         280 88   change    -       dir path

call chdir             80  49   -         -       path
call fchdir            81  50   -         -       fd
call dup               32  23   -         same    fd
call dup2              33  -    -         same    fd other_fd
call dup3              292 24   -         same    fd other_fd flags
call fcntl             72  25   -         same    fd command
call pipe              22  -    -         pipe    pair
call pipe2             293 59   -         pipe    pair flags
call socket            41  198  -         socket  -
call socketpair        53  199  -         socket  - - - pair
call accept            43  202  -         socket  -
call accept4           288 242  -         socket  -
call eventfd2          290 19   -         other   -
call epoll_create1     291 20   -         other   -
call timerfd_create    283 85   -         other   -
call signalfd4         289 74   -         other   -
call inotify_init1     294 26   -         other   -
call memfd_create      319 279  -         memory  -
call perf_event_open   298 241  -         other   -
call pidfd_open        434 434  -         other   -

# Not followed: what happens behind these has no rows of its own.
call io_uring_enter    426 426  io_uring  -       fd
