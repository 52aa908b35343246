using System.Runtime.InteropServices;

namespace MemoryMix;

/// <summary>The calls that make memory which .NET does not know of. Numbers are those of the Linux headers.</summary>
internal static unsafe partial class Native
{
    public const int Shared = 1;
    public const int PrivateAnonymous = 0x22;
    public const int SharedAnonymous = 0x21;

    private const int ReadWrite = 3;
    private const int NonBlocking = 0x800;
    private const int SetPipeSize = 1031;
    private const int UnixFamily = 1;
    private const int StreamSocket = 1;

    [LibraryImport("libc", EntryPoint = "malloc")]
    public static partial nint Malloc(nint bytes);

    [LibraryImport("libc", EntryPoint = "free")]
    public static partial void Free(nint block);

    /// <summary>Bytes in use in all arenas and large blocks, as malloc counts them: the runtime takes memory from it too.</summary>
    public static long MallocBytes()
    {
        MallocInfo info = ReadMallocInfo();
        return info.InUse + info.LargeBlocks;
    }

    public static nint Malloc(long bytes) => Malloc((nint)bytes);

    public static nint Map(nint address, long bytes, int flags, int file)
    {
        nint start = MapMemory(address, (nint)bytes, ReadWrite, flags, file, 0);
        return start == -1 ? throw new InvalidOperationException("mmap failed.") : start;
    }

    public static void ReadOnly(nint address, long bytes)
    {
        if (Protect(address, (nint)bytes, 1) != 0)
            throw new InvalidOperationException("mprotect failed.");
    }

    public static int MemoryFile(string name, long bytes)
    {
        int file = CreateMemoryFile(name, 0);
        if (file < 0 || Truncate(file, bytes) != 0)
            throw new InvalidOperationException("memfd_create failed.");
        return file;
    }

    // The file is unlinked at once and stays open.
    public static int UnnamedFile(long bytes)
    {
        string path = Path.Combine(AppContext.BaseDirectory, $"mix-{Environment.ProcessId}.bin");
        int file = OpenFile(path, 0x42, 0x180);
        if (file < 0 || Truncate(file, bytes) != 0)
            throw new InvalidOperationException("The file could not be made.");
        File.Delete(path);
        return file;
    }

    public static void WriteAll(int file, long bytes)
    {
        byte[] block = new byte[1024 * 1024];
        Array.Fill(block, (byte)1);
        fixed (byte* start = block)
        {
            for (long written = 0; written < bytes; written += block.Length)
                Write(file, start, block.Length);
        }
    }

    /// <summary>Makes a pipe of 1 MiB that nobody reads, and fills it. Returns the bytes in it.</summary>
    public static int FullPipe()
    {
        int* ends = stackalloc int[2];
        if (MakePipe(ends, NonBlocking) != 0)
            throw new InvalidOperationException("pipe2 failed.");
        _ = Control(ends[1], SetPipeSize, 1024 * 1024);
        return Fill(ends[1]);
    }

    /// <summary>Makes a pair of sockets that nobody reads, and fills one. Returns the bytes in it.</summary>
    public static int FullSocketPair()
    {
        int* ends = stackalloc int[2];
        if (MakeSocketPair(UnixFamily, StreamSocket | NonBlocking, 0, ends) != 0)
            throw new InvalidOperationException("socketpair failed.");
        return Fill(ends[1]);
    }

    private static int Fill(int file)
    {
        byte* block = stackalloc byte[4096];
        new Span<byte>(block, 4096).Fill(1);
        int total = 0;
        for (nint count; (count = Write(file, block, 4096)) > 0;)
            total += (int)count;
        return total;
    }

    [LibraryImport("libc", EntryPoint = "mallinfo2")]
    private static partial MallocInfo ReadMallocInfo();

    [LibraryImport("libc", EntryPoint = "mmap")]
    private static partial nint MapMemory(nint address, nint length, int protection, int flags, int file, nint offset);

    [LibraryImport("libc", EntryPoint = "mprotect")]
    private static partial int Protect(nint address, nint length, int protection);

    [LibraryImport("libc", EntryPoint = "memfd_create", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int CreateMemoryFile(string name, uint flags);

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int OpenFile(string path, int flags, int mode);

    [LibraryImport("libc", EntryPoint = "ftruncate")]
    private static partial int Truncate(int file, long bytes);

    [LibraryImport("libc", EntryPoint = "write")]
    private static partial nint Write(int file, byte* buffer, nint count);

    [LibraryImport("libc", EntryPoint = "pipe2")]
    private static partial int MakePipe(int* ends, int flags);

    [LibraryImport("libc", EntryPoint = "socketpair")]
    private static partial int MakeSocketPair(int family, int type, int protocol, int* ends);

    [LibraryImport("libc", EntryPoint = "fcntl")]
    private static partial int Control(int file, int command, int argument);
}
