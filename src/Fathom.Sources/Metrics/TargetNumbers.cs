using System.Buffers.Binary;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Metrics;

/// <summary>Reads single numbers of a target.</summary>
internal static class TargetNumbers
{
    /// <summary>The eight bytes at an address; 0 where they cannot be read.</summary>
    public static ulong Read(ITargetMemory memory, ulong address)
    {
        Span<byte> bytes = stackalloc byte[sizeof(ulong)];
        return address != 0 && memory.Read(address, bytes) == bytes.Length ? BinaryPrimitives.ReadUInt64LittleEndian(bytes) : 0;
    }

    /// <summary>The four bytes at an address; null where they cannot be read.</summary>
    public static int? ReadInt32(ITargetMemory memory, ulong address)
    {
        Span<byte> bytes = stackalloc byte[sizeof(int)];
        return address != 0 && memory.Read(address, bytes) == bytes.Length ? BinaryPrimitives.ReadInt32LittleEndian(bytes) : null;
    }
}
