namespace Fathom.Formats.PerfData.Writing;

/// <summary>Code, or data, that a process has mapped.</summary>
/// <param name="Address">First address.</param>
/// <param name="Bytes">Size.</param>
/// <param name="FileOffset">Place in the file.</param>
/// <param name="Path">Path as the process has it, or a name for memory without a file.</param>
/// <param name="BuildId">Build id of the file; empty where it has none.</param>
public readonly record struct MappedCode(ulong Address, ulong Bytes, ulong FileOffset, string Path, byte[] BuildId)
{
    /// <summary>Bit of <see cref="Protection"/> of code.</summary>
    public const uint Executable = 4;

    /// <summary>Whether it is no code.</summary>
    public bool IsData => (Protection & Executable) == 0;

    /// <summary>Device of the file.</summary>
    public uint DeviceMajor { get; init; }

    /// <summary>The other half of its number.</summary>
    public uint DeviceMinor { get; init; }

    /// <summary>Inode of the file.</summary>
    public ulong Inode { get; init; }

    /// <summary>Protection as <c>mmap</c> has it: 1 read, 2 write, 4 execute.</summary>
    public uint Protection { get; init; }

    /// <summary>Flags as <c>mmap</c> has them: 1 shared, 2 private.</summary>
    public uint Flags { get; init; }
}
