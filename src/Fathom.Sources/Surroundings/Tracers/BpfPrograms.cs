using System.Runtime.InteropServices;
using System.Text;
using Fathom.Sources.Memory;
using Fathom.Sources.Orphans.Kernel;

namespace Fathom.Sources.Surroundings.Tracers;

/// <summary>Lists the BPF programs of the kernel by their numbers, with bpf(2).</summary>
internal static unsafe class BpfPrograms
{
    private const nint NextId = 11;
    private const nint OpenById = 13;
    private const nint InfoByDescriptor = 15;
    private const int AttributeBytes = 128;
    private const int InfoBytes = 256;
    private const int NameOffset = 64;
    private const int NameBytes = 16;
    private const int MostPrograms = 100_000;
    private const int NotPermitted = 1;
    private const int NotThere = 2;
    private const int NoSuchCall = 38;

    private static nint Call => RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 321 : 280;

    /// <summary>The programs.</summary>
    /// <param name="why">Why they could not be listed; null where they were.</param>
    public static IReadOnlyList<BpfProgram> List(out string? why)
    {
        List<BpfProgram> programs = [];
        uint id = 0;
        why = null;
        for (int i = 0; i < MostPrograms; i++)
        {
            int error = Next(ref id);
            if (error == NotThere)
                break;
            if (error != 0)
            {
                why = Reason(error);
                break;
            }

            if (Describe(id) is { } program)
                programs.Add(program);
        }

        return programs;
    }

    private static string Reason(int error) => error switch
    {
        NotPermitted => "no permission (CAP_SYS_ADMIN); run as root",
        NoSuchCall => "the kernel has no BPF",
        _ => $"bpf() failed with errno {error}",
    };

    private static int Next(ref uint id)
    {
        uint* attribute = stackalloc uint[AttributeBytes / sizeof(uint)];
        new Span<uint>(attribute, AttributeBytes / sizeof(uint)).Clear();
        attribute[0] = id;
        if (OrphanCalls.SystemCall(Call, NextId, attribute, (void*)AttributeBytes, 0) != 0)
            return Marshal.GetLastPInvokeError();
        id = attribute[1];
        return 0;
    }

    // One that was unloaded meanwhile is none.
    private static BpfProgram? Describe(uint id)
    {
        uint* attribute = stackalloc uint[AttributeBytes / sizeof(uint)];
        new Span<uint>(attribute, AttributeBytes / sizeof(uint)).Clear();
        attribute[0] = id;
        int program = (int)OrphanCalls.SystemCall(Call, OpenById, attribute, (void*)AttributeBytes, 0);
        if (program < 0)
            return null;
        try
        {
            byte* info = stackalloc byte[InfoBytes];
            new Span<byte>(info, InfoBytes).Clear();
            new Span<uint>(attribute, AttributeBytes / sizeof(uint)).Clear();
            attribute[0] = (uint)program;
            attribute[1] = InfoBytes;
            *(ulong*)(attribute + 2) = (ulong)info;
            if (OrphanCalls.SystemCall(Call, InfoByDescriptor, attribute, (void*)16, 0) != 0)
                return new BpfProgram(id, uint.MaxValue, "");
            ReadOnlySpan<byte> name = new(info + NameOffset, NameBytes);
            int end = name.IndexOf((byte)0);
            return new BpfProgram(id, *(uint*)info, Encoding.UTF8.GetString(end < 0 ? name : name[..end]));
        }
        finally
        {
            _ = DescriptorCalls.Close(program);
        }
    }
}
