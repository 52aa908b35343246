using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.Recorder.Kernel.Bpf;

/// <summary>
/// The system call bpf. What it makes ends with the last descriptor of it, so that a killed recorder leaves nothing behind.
/// </summary>
/// <remarks>Source: bpf(2), linux/bpf.h.</remarks>
internal static unsafe partial class BpfCalls
{
    public const int Hash = 1;
    public const int Array = 2;
    public const int PerfEvents = 4;
    public const int ArrayOfEachProcessor = 6;
    public const int HashOfLatest = 9;

    public const int OnTracepoint = 5;
    public const int OnPerfEvent = 7;
    public const int OnRawTracepoint = 17;

    /// <summary>Values are made when they are needed.</summary>
    public const int WithoutRoom = 1;

    /// <summary>ioctl: a program is called where an event of perf happens.</summary>
    public const nuint SetProgram = 0x40042408;

    private const int CreateMap = 0;
    private const int FindElement = 1;
    private const int UpdateElement = 2;
    private const int DeleteElement = 3;
    private const int LoadProgram = 5;
    private const int OpenRawTracepoint = 17;
    private const int NextKey = 4;

    private const int AttributeBytes = 128;
    private const int InstructionBytes = 8;

    private static readonly nint s_bpf = RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 280 : 321;

    // What the kernel asks of programs that read memory of others.
    private static ReadOnlySpan<byte> License => "Dual MIT/GPL\0"u8;

    /// <summary>Makes a map.</summary>
    /// <returns>A descriptor, or an error number below 0, as all here.</returns>
    public static int Create(int type, int keyBytes, int valueBytes, int most, int flags = 0)
    {
        uint* attribute = stackalloc uint[AttributeBytes / sizeof(uint)];
        new Span<uint>(attribute, AttributeBytes / sizeof(uint)).Clear();
        (attribute[0], attribute[1], attribute[2], attribute[3], attribute[4]) = ((uint)type, (uint)keyBytes, (uint)valueBytes, (uint)most,
            (uint)flags);
        return Do(CreateMap, attribute);
    }

    /// <summary>Sets a value.</summary>
    public static int Update(int map, uint key, uint value) => Element(UpdateElement, map, &key, &value);

    /// <summary>Removes one.</summary>
    public static int Delete(int map, uint key) => Element(DeleteElement, map, &key, null);

    /// <summary>Reads a value of each processor, or one.</summary>
    public static int Find(int map, uint key, Span<ulong> values)
    {
        fixed (ulong* into = values)
            return Element(FindElement, map, &key, into);
    }

    /// <summary>The key behind another one; false where there is none.</summary>
    public static bool TryNext(int map, uint? key, out uint next)
    {
        uint after = key ?? 0, found = 0;
        bool isFound = Element(NextKey, map, key is null ? null : &after, &found) == 0;
        next = found;
        return isFound;
    }

    /// <summary>Loads a program; the kernel checks that it ends and touches nothing else.</summary>
    public static int Load(int type, ReadOnlySpan<byte> code)
    {
        uint* attribute = stackalloc uint[AttributeBytes / sizeof(uint)];
        new Span<uint>(attribute, AttributeBytes / sizeof(uint)).Clear();
        fixed (byte* instructions = code, license = License)
        {
            (attribute[0], attribute[1]) = ((uint)type, (uint)(code.Length / InstructionBytes));
            ((ulong*)attribute)[1] = (ulong)instructions;
            ((ulong*)attribute)[2] = (ulong)license;
            return Do(LoadProgram, attribute);
        }
    }

    /// <summary>Calls a program at an event, as long as the descriptor is open.</summary>
    public static int Attach(string rawTracepoint, int program)
    {
        uint* attribute = stackalloc uint[AttributeBytes / sizeof(uint)];
        new Span<uint>(attribute, AttributeBytes / sizeof(uint)).Clear();
        fixed (byte* name = Encoding.UTF8.GetBytes(rawTracepoint + '\0'))
        {
            ((ulong*)attribute)[0] = (ulong)name;
            attribute[2] = (uint)program;
            return Do(OpenRawTracepoint, attribute);
        }
    }

    private static int Element(int command, int map, void* key, void* value)
    {
        ulong* attribute = stackalloc ulong[AttributeBytes / sizeof(ulong)];
        new Span<ulong>(attribute, AttributeBytes / sizeof(ulong)).Clear();
        (attribute[0], attribute[1], attribute[2]) = ((uint)map, (ulong)key, (ulong)value);
        return Do(command, attribute);
    }

    private static int Do(int command, void* attribute)
    {
        nint result = SystemCall(s_bpf, command, attribute, AttributeBytes);
        return result >= 0 ? (int)result : -Marshal.GetLastPInvokeError();
    }

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint SystemCall(nint number, nint command, void* attribute, nint size);
}
