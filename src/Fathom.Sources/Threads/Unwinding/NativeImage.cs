using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>A native program or library in a target.</summary>
/// <param name="path">Its file, as the target sees it.</param>
/// <param name="imageBase">Where its first byte is.</param>
/// <param name="end">End of its last part. A file may have other parts mapped elsewhere: a single-file program has assemblies inside.</param>
/// <param name="memory">The target's memory.</param>
internal sealed class NativeImage(string path, ulong imageBase, ulong end, ITargetMemory memory)
{
    private const int HeaderSize = 64;
    private const int ProgramHeaderSize = 56;
    private const int MaxProgramHeaders = 1_000;
    private const ushort SharedObject = 3;
    private const uint CallFrameType = 0x6474_e550;

    private readonly Lazy<CallFrameTable?> _callFrames = new(() => FindHeader(memory, imageBase) is { } header ? CallFrameTable.TryRead(memory, header) : null);

    /// <summary>Its file, as the target sees it.</summary>
    public string Path { get; } = path;

    /// <summary>Where its first byte is.</summary>
    public ulong ImageBase { get; } = imageBase;

    /// <summary>Whether an address lies in it.</summary>
    public bool Holds(ulong address) => address >= ImageBase && address < end;

    /// <summary>How its frames are passed; null where it does not tell.</summary>
    public CallFrameTable? CallFrames => _callFrames.Value;

    // The segment PT_GNU_EH_FRAME.
    private static ulong? FindHeader(ITargetMemory memory, ulong imageBase)
    {
        Span<byte> header = stackalloc byte[HeaderSize];
        // Addresses in a program that is linked for one place are no distances.
        if (memory.Read(imageBase, header) < HeaderSize || MemoryMarshal.Read<ushort>(header[16..]) != SharedObject)
            return null;
        int count = MemoryMarshal.Read<ushort>(header[56..]);
        if (count > MaxProgramHeaders || MemoryMarshal.Read<ushort>(header[54..]) != ProgramHeaderSize)
            return null;
        byte[] table = new byte[count * ProgramHeaderSize];
        if (memory.Read(imageBase + MemoryMarshal.Read<ulong>(header[32..]), table) < table.Length)
            return null;
        for (int at = 0; at < table.Length; at += ProgramHeaderSize)
        {
            if (MemoryMarshal.Read<uint>(table.AsSpan(at)) == CallFrameType)
                return imageBase + MemoryMarshal.Read<ulong>(table.AsSpan(at + 16));
        }

        return null;
    }
}
