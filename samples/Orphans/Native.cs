using System.Runtime.InteropServices;

namespace Orphans;

/// <summary>The calls that make memory which no process shows. Numbers are those of the Linux headers.</summary>
internal static unsafe partial class Native
{
    private const int NonBlocking = 0x800;
    private const int SetPipeSize = 1031;
    private const int UnixFamily = 1;
    private const int StreamSocket = 1;
    private const nuint QueuedBytes = 0x5411;
    private const int RemoveSegment = 0;
    private const int ArrayMap = 2;
    private const int ControlBytes = 24;
    private const int MessageWords = 7;

    public static int MemoryFile(string name) => Checked(CreateMemoryFile(name, 0), "memfd_create");

    public static int OpenNew(string path) => Checked(OpenFile(path, 0xc2, 0x180), "open");

    public static void WriteAll(int file, long bytes)
    {
        byte[] block = new byte[1024 * 1024];
        Array.Fill(block, (byte)1);
        fixed (byte* start = block)
        {
            for (long written = 0; written < bytes; written += block.Length)
                Checked((int)Write(file, start, block.Length), "write");
        }
    }

    /// <summary>Makes a pipe of 1 MiB that nobody reads, and fills it. Returns the bytes in it.</summary>
    public static long FullPipe()
    {
        int* ends = stackalloc int[2];
        Checked(MakePipe(ends, NonBlocking), "pipe2");
        _ = Control(ends[1], SetPipeSize, 1024 * 1024);
        return Fill(ends[1]);
    }

    /// <summary>Makes a pair of sockets that nobody reads, and fills one. Returns the memory that the kernel charges for what is in it.</summary>
    public static long FullSocketPair()
    {
        (int a, _) = SocketPair(NonBlocking);
        Fill(a);
        int bytes = 0;
        Checked(Ask(a, QueuedBytes, &bytes), "ioctl");
        return bytes;
    }

    /// <summary>Makes a pair of sockets: one to send into, and one that nobody reads yet.</summary>
    public static (int Sender, int Receiver) Channel() => SocketPair(0);

    /// <summary>Sends a descriptor into a socket, and closes it here.</summary>
    public static void SendAway(int sender, int file)
    {
        byte data = 1;
        byte* control = stackalloc byte[ControlBytes];
        nint* message = stackalloc nint[MessageWords], buffer = stackalloc nint[2];

        // struct cmsghdr: length, SOL_SOCKET, SCM_RIGHTS, the descriptor.
        *(long*)control = 20;
        *(int*)(control + 8) = 1;
        *(int*)(control + 12) = 1;
        *(int*)(control + 16) = file;
        Prepare(message, buffer, &data, control);
        Checked((int)Send(sender, message, 0), "sendmsg");
        _ = Close(file);
    }

    /// <summary>Takes a descriptor out of a socket. Returns the bytes of the file behind it, or -1 where none was there.</summary>
    public static long Receive(int socket)
    {
        byte data;
        byte* control = stackalloc byte[ControlBytes];
        nint* message = stackalloc nint[MessageWords], buffer = stackalloc nint[2];
        Prepare(message, buffer, &data, control);
        const int dontWait = 0x40;
        return TakeMessage(socket, message, dontWait) == 1 && message[5] == ControlBytes ? Seek(*(int*)(control + 16), 0, 2) : -1;
    }

    /// <summary>Makes a segment of System V, fills it and detaches it. Returns its number.</summary>
    public static int Segment(long bytes)
    {
        int id = Checked(GetSegment(0, (nint)bytes, 0x380), "shmget");
        byte* start = (byte*)AttachSegment(id, 0, 0);
        for (long i = 0; i < bytes; i += 4096)
            start[i] = 1;
        _ = DetachSegment((nint)start);
        return id;
    }

    public static void Remove(int segment) => _ = ControlSegment(segment, RemoveSegment, 0);

    /// <summary>Makes a BPF array of 4 KiB values. Returns the descriptor, or a number below zero where that is not allowed.</summary>
    public static int BpfArray(long bytes)
    {
        uint* attribute = stackalloc uint[32];
        new Span<uint>(attribute, 32).Clear();
        attribute[0] = ArrayMap;
        attribute[1] = 4;
        attribute[2] = 4096;
        attribute[3] = (uint)(bytes / 4096);
        "fathom_orphan"u8.CopyTo(new Span<byte>(attribute + 7, 16));
        return (int)SystemCall(RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 321 : 280, 0, attribute, 128);
    }

    // struct msghdr: name, its length, buffers, their number, control, its length, flags. One buffer of one byte.
    private static void Prepare(nint* message, nint* buffer, byte* data, byte* control)
    {
        buffer[0] = (nint)data;
        buffer[1] = 1;
        new Span<nint>(message, MessageWords).Clear();
        message[2] = (nint)buffer;
        message[3] = 1;
        message[4] = (nint)control;
        message[5] = ControlBytes;
    }

    private static (int A, int B) SocketPair(int flags)
    {
        int* ends = stackalloc int[2];
        Checked(MakeSocketPair(UnixFamily, StreamSocket | flags, 0, ends), "socketpair");
        return (ends[0], ends[1]);
    }

    private static long Fill(int file)
    {
        byte* block = stackalloc byte[4096];
        new Span<byte>(block, 4096).Fill(1);
        long total = 0;
        for (nint count; (count = Write(file, block, 4096)) > 0;)
            total += count;
        return total;
    }

    private static int Checked(int result, string call) =>
        result >= 0 ? result : throw new InvalidOperationException($"{call} failed with error {Marshal.GetLastPInvokeError()}.");

    [LibraryImport("libc", EntryPoint = "memfd_create", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int CreateMemoryFile(string name, uint flags);

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int OpenFile(string path, int flags, int mode);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    private static partial nint Write(int file, byte* buffer, nint count);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int file);

    [LibraryImport("libc", EntryPoint = "pipe2", SetLastError = true)]
    private static partial int MakePipe(int* ends, int flags);

    [LibraryImport("libc", EntryPoint = "socketpair", SetLastError = true)]
    private static partial int MakeSocketPair(int family, int type, int protocol, int* ends);

    [LibraryImport("libc", EntryPoint = "sendmsg", SetLastError = true)]
    private static partial nint Send(int socket, nint* message, int flags);

    [LibraryImport("libc", EntryPoint = "recvmsg", SetLastError = true)]
    private static partial nint TakeMessage(int socket, nint* message, int flags);

    [LibraryImport("libc", EntryPoint = "lseek", SetLastError = true)]
    private static partial long Seek(int file, long offset, int from);

    [LibraryImport("libc", EntryPoint = "fcntl")]
    private static partial int Control(int file, int command, int argument);

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static partial int Ask(int file, nuint request, int* value);

    [LibraryImport("libc", EntryPoint = "shmget", SetLastError = true)]
    private static partial int GetSegment(int key, nint bytes, int flags);

    [LibraryImport("libc", EntryPoint = "shmat", SetLastError = true)]
    private static partial nint AttachSegment(int segment, nint address, int flags);

    [LibraryImport("libc", EntryPoint = "shmdt", SetLastError = true)]
    private static partial int DetachSegment(nint address);

    [LibraryImport("libc", EntryPoint = "shmctl", SetLastError = true)]
    private static partial int ControlSegment(int segment, int command, nint data);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint SystemCall(nint number, nint first, void* second, nint third);
}
