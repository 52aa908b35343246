using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>
/// Where the stack of a thread in a core begins and ends. createdump makes one range of neighbouring mappings, so a range may hold more than a stack. glibc puts its
/// record of a thread (<c>struct pthread</c>) at the top of the stack, and in it, at an offset that depends on its version, start, length and guard of the stack one after another.
/// </summary>
/// <param name="memory">The memory in the core.</param>
internal sealed class CoreStacks(ITargetMemory memory)
{
    private const int RecordWords = 0x900 / sizeof(ulong);
    private const ulong PageMask = 4_095;
    private const ulong MostRecordBytes = 64 * 1024;

    private readonly ulong[] _record = new ulong[RecordWords];

    /// <summary>The addresses of a stack; the whole mapping where nothing tells more.</summary>
    /// <param name="registers">Registers of the thread.</param>
    /// <param name="mapping">The mapping that its stack pointer lies in.</param>
    public AddressRange Of(in ThreadRegisters registers, Mapping mapping)
    {
        AddressRange whole = new(mapping.Start, mapping.End);
        ulong pointer = registers.StackPointer, record = registers.ThreadBase;
        if (record <= pointer || record >= mapping.End)
            return whole;
        int words = memory.Read(record, MemoryMarshal.AsBytes(_record.AsSpan())) / sizeof(ulong);
        for (int i = 0; i + 2 < words; i++)
        {
            (ulong start, ulong length, ulong guard) = (_record[i], _record[i + 1], _record[i + 2]);
            if (start == 0 || (start & PageMask) != 0 || (length & PageMask) != 0 || start > pointer || length > mapping.End - start || guard > length)
                continue;
            ulong end = start + length;
            if (end > record && end - record <= MostRecordBytes)
                return new AddressRange(Math.Max(start + guard, mapping.Start), end);
        }

        return whole;
    }
}
