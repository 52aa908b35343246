using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Sources.Memory;
using Fathom.Sources.Orphans.Kernel;

namespace Fathom.Sources.Orphans.Descriptors;

/// <summary>
/// Lists the BPF maps of the kernel by their numbers, which needs root: a map lives on without any descriptor where it is pinned or used by a loaded program.
/// </summary>
internal static unsafe class BpfMaps
{
    private const nint NextId = 12;
    private const nint OpenById = 14;
    private const nint InfoByDescriptor = 15;
    private const uint ReadOnly = 8;
    private const int AttributeBytes = 128;
    private const int InfoBytes = 256;
    private const int NameOffset = 24;
    private const int NameBytes = 16;
    private const int MostMaps = 100_000;

    private static nint Call => RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 321 : 280;

    /// <summary>The maps with what their fdinfo says and their names; none where that is not allowed.</summary>
    public static IEnumerable<(DescriptorNotes Notes, string Name)> List(ScanBudget budget)
    {
        uint id = 0;
        for (int i = 0; i < MostMaps && !budget.IsOver && TryNext(ref id); i++)
        {
            if (Describe(id) is { } map)
                yield return map;
        }
    }

    private static bool TryNext(ref uint id)
    {
        uint* attribute = stackalloc uint[AttributeBytes / sizeof(uint)];
        new Span<uint>(attribute, AttributeBytes / sizeof(uint)).Clear();
        attribute[0] = id;
        if (OrphanCalls.SystemCall(Call, NextId, attribute, (void*)AttributeBytes, 0) != 0)
            return false;
        id = attribute[1];
        return true;
    }

    private static (DescriptorNotes, string)? Describe(uint id)
    {
        uint* attribute = stackalloc uint[AttributeBytes / sizeof(uint)];
        new Span<uint>(attribute, AttributeBytes / sizeof(uint)).Clear();
        attribute[0] = id;
        attribute[2] = ReadOnly;
        int map = (int)OrphanCalls.SystemCall(Call, OpenById, attribute, (void*)AttributeBytes, 0);
        if (map < 0)
            return null;
        try
        {
            string[] lines = MachineFolders.Lines(string.Create(CultureInfo.InvariantCulture, $"/proc/self/fdinfo/{map}"));
            return (DescriptorNotes.Parse(Encoding.ASCII.GetBytes(string.Join('\n', lines))), Name(map));
        }
        finally
        {
            _ = DescriptorCalls.Close(map);
        }
    }

    private static string Name(int map)
    {
        byte* info = stackalloc byte[InfoBytes];
        new Span<byte>(info, InfoBytes).Clear();
        uint* attribute = stackalloc uint[AttributeBytes / sizeof(uint)];
        new Span<uint>(attribute, AttributeBytes / sizeof(uint)).Clear();
        attribute[0] = (uint)map;
        attribute[1] = InfoBytes;
        *(ulong*)(attribute + 2) = (ulong)info;
        if (OrphanCalls.SystemCall(Call, InfoByDescriptor, attribute, (void*)16, 0) != 0)
            return "";
        ReadOnlySpan<byte> name = new(info + NameOffset, NameBytes);
        int end = name.IndexOf((byte)0);
        return Encoding.ASCII.GetString(end < 0 ? name : name[..end]);
    }
}
