// Holds known amounts of each kind of memory. Prints "ready {}", fills at the line "fill" and then prints the bytes of each kind as JSON; "maps N" makes N
// more mappings, "pin N" N MiB of pinned arrays, "jit N" N methods of JIT code. Ends when its input closes.
using System.Globalization;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

namespace MemoryMix;

internal static unsafe class Program
{
    private const long Mebibyte = 1024 * 1024;

    private static readonly List<byte[]> s_managed = [];
    private static readonly List<nint> s_native = [];
    private static readonly List<Func<int, int>> s_code = [];
    private static readonly ManualResetEventSlim s_ready = new();
    private static readonly ManualResetEventSlim s_end = new();

    private static void Main()
    {
        // What the first use of each call loads and compiles is not part of the amounts.
        Fill(4096, 12);
        Console.WriteLine("ready {}");
        while (Console.ReadLine() is { } line)
        {
            string[] words = line.Split(' ');
            Console.WriteLine(words[0] switch
            {
                "fill" => Fill(Mebibyte, 12_000),
                "maps" => MakeMappings(int.Parse(words[1], CultureInfo.InvariantCulture)),
                "pin" => Pin(int.Parse(words[1], CultureInfo.InvariantCulture)),
                "jit" => MakeCode(int.Parse(words[1], CultureInfo.InvariantCulture)),
                "drop" => Drop(int.Parse(words[1], CultureInfo.InvariantCulture)),
                _ => "unknown",
            });
        }

        s_end.Set();
        GC.KeepAlive(s_managed);
        GC.KeepAlive(s_native);
    }

    private static string Pin(int mebibytes)
    {
        for (int i = 0; i < mebibytes; i++)
            s_managed.Add(Touched(GC.AllocateArray<byte>((int)Mebibyte, pinned: true)));
        return $$"""{"pinned": {{mebibytes * Mebibyte}}}""";
    }

    // Each method is a chain of multiplications and additions that no compiler can shorten: at least four bytes of code for each.
    private static string MakeCode(int methods)
    {
        const int links = 200;
        for (int i = 0; i < methods; i++)
        {
            DynamicMethod method = new($"chain{i}", typeof(int), [typeof(int)]);
            ILGenerator code = method.GetILGenerator();
            code.Emit(OpCodes.Ldarg_0);
            for (int link = 1; link <= links; link++)
            {
                code.Emit(OpCodes.Ldc_I4, 1_000_003 * link);
                code.Emit(OpCodes.Mul);
                code.Emit(OpCodes.Ldc_I4, (7_919 * link) + i);
                code.Emit(OpCodes.Add);
            }

            code.Emit(OpCodes.Ret);
            s_code.Add(method.CreateDelegate<Func<int, int>>());
            _ = s_code[^1](i);
        }

        return $$"""{"least": {{(long)methods * links * 8}}, "most": {{(long)methods * links * 32}}}""";
    }

    private static string Fill(long unit, int smallCount)
    {
        long mallocBefore = Native.MallocBytes();
        for (int i = 0; i < 32; i++)
            s_managed.Add(Touched(new byte[2 * unit]));
        const int smallBytes = 2_000;
        for (int i = 0; i < smallCount; i++)
            s_native.Add(Touched(Native.Malloc(smallBytes), smallBytes));
        Thread arena = new(() => AllocateInArena(smallBytes, smallCount)) { Name = "arena" };
        arena.Start();
        arena.Join();
        s_native.Add(Touched(Native.Malloc(24 * unit), 24 * unit));
        s_native.Add(Touched(Native.Map(0, 40 * unit, Native.PrivateAnonymous, -1), 40 * unit));
        s_native.Add(Touched(Native.Map(0, 12 * unit, Native.SharedAnonymous, -1), 12 * unit));
        int mapped = Native.MemoryFile("mix-mapped", 16 * unit);
        s_native.Add(Touched(Native.Map(0, 16 * unit, Native.Shared, mapped), 16 * unit));
        Native.WriteAll(Native.MemoryFile("mix-unmapped", 0), 20 * unit);
        int file = Native.UnnamedFile(18 * unit);
        s_native.Add(Touched(Native.Map(0, 18 * unit, Native.Shared, file), 18 * unit));
        int pipeBytes = Native.FullPipe();
        int socketBytes = Native.FullSocketPair();
        Thread deep = new(() => UseStack((int)(8 * unit)), 16 * (int)Mebibyte) { IsBackground = true, Name = "deep" };
        deep.Start();
        s_ready.Wait();
        s_ready.Reset();
        return $$"""{"managed": {{64 * unit}}, "malloc": {{Native.MallocBytes() - mallocBefore}}, "not_explained": {{40 * unit}},"""
            + $$""" "shared_memory": {{28 * unit}}, "mapped_files": {{18 * unit}}, "thread_stacks": {{8 * unit}},"""
            + $$""" "unmapped_shared_memory": {{20 * unit}}, "pipe": {{pipeBytes}}, "socket": {{socketBytes}}}""";
    }

    // Large objects die in full collections only, and all are alive while they are made.
    private static string Drop(int mebibytes)
    {
        UseAndForget(mebibytes);
        return $$"""{"dead": {{mebibytes * Mebibyte}}}""";
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UseAndForget(int mebibytes)
    {
        byte[][] all = new byte[mebibytes][];
        for (int i = 0; i < all.Length; i++)
            all[i] = Touched(new byte[Mebibyte]);
        GC.KeepAlive(all);
    }

    // Neighbours with other rights do not become one mapping.
    private static string MakeMappings(int count)
    {
        const long page = 4096;
        byte* start = (byte*)Native.Map(0, count * page, Native.PrivateAnonymous, -1);
        for (int i = 0; i < count; i += 2)
            Native.ReadOnly((nint)(start + (i * page)), page);
        return $$"""{"mappings": {{count}}}""";
    }

    // A thread that is not the first one gets an arena of its own.
    private static void AllocateInArena(int smallBytes, int smallCount)
    {
        for (int i = 0; i < smallCount; i++)
            s_native.Add(Touched(Native.Malloc(smallBytes), smallBytes));
    }

    private static void UseStack(int bytes)
    {
        UseFrame(bytes);
        s_ready.Set();
        s_end.Wait();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UseFrame(int bytes)
    {
        byte* frame = stackalloc byte[bytes];
        Touched((nint)frame, bytes);
    }

    private static byte[] Touched(byte[] array)
    {
        for (int i = 0; i < array.Length; i += 4096)
            array[i] = 1;
        return array;
    }

    private static nint Touched(nint start, long bytes)
    {
        for (long i = 0; i < bytes; i += 4096)
            ((byte*)start)[i] = 1;
        ((byte*)start)[bytes - 1] = 1;
        return start;
    }
}
