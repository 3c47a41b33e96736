"""The system calls that the filter restricts, by what happens to them, with their numbers.

System calls newer than this table do not exist for the program: see `UNKNOWN_FROM`.
"""

from __future__ import annotations

# This includes all numbers of the x32 ABI, which have a high bit set.
UNKNOWN_FROM = 463

# name: (on x86-64, on arm64); None if the machine never had the call.
Numbers = tuple[int | None, int | None]

# Refused, grouped by purpose.
REFUSED: dict[str, Numbers] = {
    # the network, and services of this machine that listen on Unix sockets
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
    # other programs
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
    # other processes
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "kcmp": (312, 272),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "move_pages": (279, 239),
    "migrate_pages": (256, 238),
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "semctl": (66, 191),
    "semop": (65, 193),
    "semtimedop": (220, 192),
    "msgget": (68, 186),
    "msgctl": (71, 187),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    # memory that counts for no process
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    # another view of the file system
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    # requests that the kernel executes past the filter
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # the kernel
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "reboot": (169, 142),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "iopl": (172, None),
    "ioperm": (173, None),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    # extended attributes: callers expect that a file system may lack them
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
}

# These pretend to succeed and do nothing. The filter cannot see which file is meant, and
# `shutil.copy` into the program's own folder must not fail because of a mode or a time.
PRETENDED: dict[str, Numbers] = {
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "utimensat": (280, 88),
    "futimesat": (261, None),
}

# Restricted by their arguments.
CLONE = (56, 220)
CLONE3 = (435, 435)
SOCKETPAIR = (53, 199)
FCNTL = (72, 25)
IOCTL = (16, 29)
OPEN = (2, None)
OPENAT = (257, 56)
OPENAT2 = (437, 437)
TRUNCATE = (76, 45)
PRCTL = (157, 167)
# Fills a disk faster than the server checks; without it, the C library writes instead.
FALLOCATE = (285, 47)

# Allowed if their first argument is the process itself.
OWN_PROCESS_ONLY: dict[str, Numbers] = {
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
}

# Allowed if their first argument is the process itself, or zero, which means the same.
OWN_PROCESS_OR_ZERO_ONLY: dict[str, Numbers] = {
    "prlimit64": (302, 261),
    "sched_setaffinity": (203, 122),
}
