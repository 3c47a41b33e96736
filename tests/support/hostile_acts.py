"""Hostile programs that use up, break, change or read what is not theirs."""

from __future__ import annotations

from tests.support.hostile_program import Hostile, held

_LATE = "did not end within 5 seconds"
_IN_TIME = "stopped after 5 seconds"
ACTS: dict[str, Hostile] = {
    # --- does not end
    "loop": Hostile("while True: pass", ended=_IN_TIME),
    "loop_in_c": Hostile("import itertools\nall(itertools.repeat(True))", ended=_LATE),
    "sleep_deaf": Hostile(
        """
        import signal, time
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        time.sleep(1000)
        """,
        ended=_LATE,
    ),
    "alarm_taken": Hostile(
        """
        import signal, time
        for it in (signal.SIGALRM, signal.SIGXCPU, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(it, lambda *_: None)
        signal.setitimer(signal.ITIMER_REAL, 0)
        while True: time.sleep(1)
        """,
        ended=_LATE,
    ),
    "stopped": Hostile("import signal\nos.kill(os.getpid(), signal.SIGSTOP)", ended=_LATE),
    "main_thread_gone": Hostile(
        """
        import ctypes, threading, time
        threading.Thread(target=time.sleep, args=(1000,)).start()
        ctypes.PyDLL(None).syscall(60, 0)  # exit of this thread alone (x86-64)
        time.sleep(1000)
        """,
        ended=f"{_LATE}|{_IN_TIME}",
    ),
    "exit_never_returns": Hostile(
        """
        import atexit, threading, time
        atexit.register(time.sleep, 1000)
        threading.Thread(target=time.sleep, args=(1000,)).start()
        """
    ),
    # --- processes and threads
    "fork_bomb": Hostile(
        """
        children = 0
        for _ in range(1000):
            try:
                if os.fork() == 0:
                    open("@OUT@/forked", "w").close()
                    os._exit(0)
                children += 1
            except OSError:
                pass
        if children:
            raise SystemExit("forked")
        """
    ),
    "subprocesses": held(
        """
        import subprocess, multiprocessing
        subprocess.run, ["touch", "@OUT@/by-subprocess"]
        os.posix_spawn, "/bin/touch", ["touch", "@OUT@/by-spawn"], {}
        os.execv, "/bin/touch", ["touch", "@OUT@/by-exec"]
        !os.system("touch @OUT@/by-system")
        multiprocessing.get_context("fork").Process(target=print).start
        multiprocessing.get_context("spawn").Process(target=print).start
        """
    ),
    "thread_bomb": Hostile(
        """
        import threading, time
        threading.stack_size(65536)
        while True: threading.Thread(target=time.sleep, args=(1000,)).start()
        """,
        ended=f"too many threads|can't start new thread|SIGABRT|{_IN_TIME}|{_LATE}",
    ),
    "kill_others": held(
        """
        import signal
        os.kill, os.getppid(), signal.SIGKILL
        os.kill, os.getppid(), signal.SIGSTOP
        os.killpg, os.getpgid(os.getppid()), signal.SIGKILL
        os.kill, 1, 0
        os.kill, 0, 0
        os.kill, -1, 0
        os.pidfd_open, os.getppid()
        """
    ),
    "trace_parent": held(
        """
        import ctypes
        !libc = ctypes.CDLL(None)
        libc.ptrace, 0x4206, os.getppid(), None, None
        open, f"/proc/{os.getppid()}/mem", "rb"
        open, f"/proc/{os.getppid()}/environ", "rb"
        os.readlink, f"/proc/{os.getppid()}/fd/0"
        """
    ),
    "outlive_parent": held(
        """
        import ctypes
        !libc = ctypes.CDLL(None)
        libc.prctl, 1, 0
        libc.prctl, 4, 0
        """
    ),
    # --- memory, disk, output
    "memory_python": Hostile("hoard = bytearray(64 << 30)", ended="MemoryError"),
    "memory_numpy": Hostile(
        "import numpy as np\nhoard = [np.empty(1 << 26) for _ in range(100)]", ended="MemoryError"
    ),
    # On some processors TensorFlow waits ten seconds for memory to be released.
    "memory_tensorflow": Hostile(
        "hoard = tf.zeros([1 << 34])",
        ended="ResourceExhausted|SIGABRT|SIGSEGV|MemoryError|did not end within",
    ),
    "memory_unnamed": held("os.memfd_create, 'hoard'"),
    "one_large_file": held("open('large', 'wb', buffering=0).truncate, 1 << 40"),
    "disk_full": Hostile(
        """
        for number in range(10000):
            with open(f"part{number}", "wb") as part: part.write(b"x" * (60 << 20))
        """,
        ended=f"filled the disk|{_IN_TIME}|{_LATE}",
    ),
    "disk_full_of_deleted_files": Hostile(
        """
        parts = []
        for number in range(400):
            parts.append(open("part", "wb"))
            os.unlink("part")
            parts[-1].write(b"x" * (60 << 20))
        """,
        ended=f"filled the disk|{_IN_TIME}|{_LATE}",
    ),
    "many_files": Hostile(
        "for number in range(10**9): os.close(os.open(str(number), os.O_CREAT))",
        ended=f"too many files|{_IN_TIME}|{_LATE}",
    ),
    "gigabytes_printed": Hostile(
        """
        for _ in range(100):
            os.write(1, b"x" * (8 << 20))
            os.write(2, b"x" * (8 << 20))
        for _ in range(50): print("y" * (1 << 20)); print("y" * (1 << 20), file=sys.stderr)
        """
    ),
    # --- files outside
    "files_outside": held(
        """
        import pathlib
        !out = pathlib.Path("@OUT@")
        open, out / "new", "x"
        (out / "victim").write_text, "spoiled"
        os.truncate, out / "victim", 0
        (out / "victim").unlink
        (out / "victim").rename, out / "other"
        (out / "victim").rename, "stolen"
        os.link, out / "victim", "same"
        os.symlink, "/etc", out / "link"
        os.mkdir, out / "folder"
        os.mkfifo, out / "pipe"
        """
    ),
    "modes_outside": Hostile(
        """
        for act, *arguments in (
            (os.chmod, 0o777), (os.chown, 65534, 65534), (os.utime, (1, 1)),
            (os.setxattr, "user.note", b"spoiled"),
        ):
            try: act("@OUT@/victim", *arguments)
            except OSError: pass
        """
    ),
    "links_out": held(
        """
        !os.symlink("@OUT@/victim", "link")
        !os.symlink("@OUT@", "folder")
        open, "link", "w"
        open, "link", "a"
        open, "folder/new", "w"
        lambda: open(f"/proc/self/fd/{os.open('@OUT@/victim', os.O_RDONLY)}", "w")
        open, "/proc/self/root@OUT@/new", "w"
        """
    ),
    "places_of_others": held(
        """
        import pwd, site
        open, "/dev/shm/tflintgrad-hostile", "w"
        open, "/tmp/tflintgrad-hostile", "w"
        open, os.path.join(os.path.dirname(tf.__file__), "hostile.py"), "w"
        open, os.path.join(pwd.getpwuid(os.getuid()).pw_dir, "tflintgrad-hostile"), "w"
        open, "@HOME@/tflintgrad-hostile", "w"
        open, "@CWD@/tflintgrad-hostile", "w"
        open, __file__, "a"
        os.unlink, __file__
        open, os.path.join(os.path.dirname(__file__), "hostile_new.py"), "w"
        """
    ),
    "elsewhere": held(
        """
        !os.chdir("@OUT@")
        open, "relative", "w"
        os.mkdir, "folder"
        !os.chdir("/")
        open, "tflintgrad-hostile", "w"
        """
    ),
    "tensorflow_writes": Hostile(
        """
        import numpy as np
        for write in (
            lambda: tf.io.write_file("@OUT@/by-tensorflow", "spoiled"),
            lambda: tf.io.gfile.rmtree("@OUT@"),
            lambda: np.save("@OUT@/by-numpy", np.ones(3)),
            lambda: tf.summary.create_file_writer("@OUT@/summary").flush(),
        ):
            try: write()
            except (OSError, tf.errors.OpError): pass
        """
    ),
    # --- the private folder
    "folders_without_end": Hostile(
        """
        for _ in range(3000):
            os.mkdir("deeper")
            os.chdir("deeper")
        open("bottom", "w").close()
        os.chdir("/")
        """,
        ended="nested folders",
        either=True,
    ),
    "folders_locked": Hostile(
        """
        os.umask(0)
        os.makedirs("locked/inner/most")
        open("locked/inner/file", "w").close()
        os.mkdir("blind", 0o300)
        os.mkdir("blind/closed", 0)
        os.close(os.open("blind/unreadable", os.O_CREAT | os.O_WRONLY, 0))
        os.umask(0o777)
        os.mkdir("none")
        os.mkfifo("pipe")
        os.symlink("/", "everything")
        open(b"\\xff\\n\\x1b[2J", "w").close()
        """,
        ended="cannot be looked into",
        either=True,
    ),
    "folder_deleted": Hostile(
        """
        import shutil, tempfile
        shutil.rmtree(tempfile.gettempdir(), ignore_errors=True)
        if os.path.exists(tempfile.gettempdir()) and os.listdir(tempfile.gettempdir()):
            raise SystemExit("not deleted")
        """
    ),
    # --- network
    "tcp": held(
        """
        import socket, urllib.request
        socket.create_connection, ("127.0.0.1", @TCP@)
        socket.create_connection, ("::1", @TCP6@)
        urllib.request.urlopen, "http://127.0.0.1:@TCP@/"
        socket.getaddrinfo, "example.com", 80
        """
    ),
    "udp": held(
        """
        import socket
        lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", @UDP@))
        lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).sendto(b"x", ("::1", @UDP@))
        lambda: socket.socketpair(type=socket.SOCK_DGRAM)
        """
    ),
    "unix_socket": held(
        """
        import socket
        lambda: socket.socket(socket.AF_UNIX).connect("@UNIX@")
        lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"x", "@UNIX@")
        """
    ),
    "listening": held("import socket\nsocket.create_server, ('127.0.0.1', 0)"),
    # --- secrets and privileges
    "secrets": Hostile(
        """
        import glob
        for name in ("HF_TOKEN", "AWS_SECRET_ACCESS_KEY"):
            if name in os.environ: raise SystemExit(os.environ[name])
        for file in ("/proc/self/environ", *glob.glob("/proc/[0-9]*/environ")):
            try: found = open(file, "rb").read()
            except OSError: continue
            if b"HF_TO" + b"KEN=" in found: raise SystemExit(repr(found))
        """
    ),
    "privileges": held(
        """
        import ctypes, resource
        !libc = ctypes.CDLL(None)
        os.setuid, 65534 if os.getuid() == 0 else 0
        os.chroot, "."
        libc.mount, b"none", b"@OUT@", b"tmpfs", 0, None
        libc.umount2, b"/proc", 2
        libc.unshare, 0x10000000
        lambda: libc.setns(os.open("/proc/self/ns/net", os.O_RDONLY), 0)
        resource.setrlimit, resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2
        resource.setrlimit, resource.RLIMIT_CPU, (resource.RLIM_INFINITY,) * 2
        resource.prlimit, os.getppid(), resource.RLIMIT_CPU, (1, 1)
        """
    ),
    # --- meanwhile, the test writes other programs into this one's file
    "file_replaced": Hostile(before="import time\ntime.sleep(0.5)", ended=".", either=True),
}
