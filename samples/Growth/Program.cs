// Changes its memory in a known way, a step at a time, until its input closes: Growth MODE [BYTES_PER_STEP] [STEP_MS].
// managed: arrays that stay reachable; native: malloc that is never freed; cache: pages of a mapped file are read one after the other;
// readfile: the same without a mapping, so that only the page cache grows;
// sawtooth: private memory that rises and is given back, again and again; steady: nothing. Prints "ready {}"; answers any line with the bytes it holds.
using System.Globalization;
using System.Runtime.InteropServices;

namespace Growth;

internal static unsafe class Program
{
    private const long MostBytes = 1L << 30;
    private const long ToothSteps = 20;
    private const int PageBytes = 4096;

    private static readonly List<byte[]> s_managed = [];
    private static readonly ManualResetEventSlim s_end = new();
    private static long s_held;
    private static byte* s_file;
    private static FileStream? s_read;
    private static byte[] s_buffer = [];
    private static nint s_tooth;

    private static void Main(string[] args)
    {
        string mode = args[0];
        int step = args.Length > 1 ? int.Parse(args[1], CultureInfo.InvariantCulture) : 256 * 1024;
        int pause = args.Length > 2 ? int.Parse(args[2], CultureInfo.InvariantCulture) : 20;
        if (mode == "cache")
            s_file = MapFile();
        if (mode == "readfile")
            s_read = SparseFile();
        Thread worker = new(() => Work(mode, step, pause)) { Name = "growth" };
        worker.Start();
        Console.WriteLine("ready {}");
        while (Console.ReadLine() is not null)
            Console.WriteLine(Interlocked.Read(ref s_held).ToString(CultureInfo.InvariantCulture));
        s_end.Set();
        worker.Join();
        GC.KeepAlive(s_managed);
    }

    private static void Work(string mode, int bytes, int pause)
    {
        for (long step = 0; !s_end.Wait(pause); step++)
        {
            if (s_held + bytes > MostBytes)
                continue;
            switch (mode)
            {
                case "managed":
                    byte[] kept = new byte[bytes];
                    Array.Fill(kept, (byte)1);
                    s_managed.Add(kept);
                    Interlocked.Add(ref s_held, bytes);
                    break;
                case "native":
                    NativeMemory.Fill(NativeMemory.Alloc((nuint)bytes), (nuint)bytes, 1);
                    Interlocked.Add(ref s_held, bytes);
                    break;
                case "cache":
                    Touch(bytes);
                    break;
                case "readfile":
                    if (s_buffer.Length == 0)
                        s_buffer = new byte[bytes];
                    s_read!.ReadExactly(s_buffer);
                    Interlocked.Add(ref s_held, bytes);
                    break;
                case "sawtooth":
                    Saw(step % ToothSteps, bytes);
                    break;
            }
        }
    }

    private static void Touch(int bytes)
    {
        long sum = 0;
        for (int at = 0; at < bytes; at += PageBytes)
            sum += Volatile.Read(ref s_file[s_held + at]);
        Interlocked.Add(ref s_held, bytes + (sum & 0));
    }

    private static void Saw(long step, int bytes)
    {
        const int readWrite = 3, privateAnonymous = 0x22;
        if (step == 0 && s_tooth != 0)
        {
            _ = Unmap(s_tooth, (nuint)(bytes * ToothSteps));
            s_tooth = 0;
            Interlocked.Exchange(ref s_held, 0);
        }

        if (s_tooth == 0)
            s_tooth = Map(0, (nuint)(bytes * ToothSteps), readWrite, privateAnonymous, -1, 0);
        NativeMemory.Fill((byte*)s_tooth + (step * bytes), (nuint)bytes, 1);
        Interlocked.Add(ref s_held, bytes);
    }

    private static byte* MapFile()
    {
        const int read = 1, shared = 1;
        using FileStream file = SparseFile();
        nint address = Map(0, (nuint)MostBytes, read, shared, (int)file.SafeFileHandle.DangerousGetHandle(), 0);
        return address == -1 ? throw new InvalidOperationException("mmap failed") : (byte*)address;
    }

    // A file without a name and without blocks of its own: reading it fills the page cache all the same.
    private static FileStream SparseFile()
    {
        string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        FileStream file = new(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize: 0);
        File.Delete(path);
        file.SetLength(MostBytes);
        return file;
    }

    [DllImport("libc", EntryPoint = "mmap")]
    private static extern nint Map(nint address, nuint length, int protection, int flags, int file, long offset);

    [DllImport("libc", EntryPoint = "munmap")]
    private static extern int Unmap(nint address, nuint length);
}
