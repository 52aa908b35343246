using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl.Fields;

/// <summary>The fields of an event of Microsoft-Windows-Kernel-Process about a process.</summary>
/// <remarks><code>
/// start    0: u32 process, i64 created, u32 parent, u32 session, text path   1: u32 flags before the path   2: u32 checksum, u32 stamp, texts behind it
///          3: u64 sequence behind process and parent, and before the path u32 elevation, u32 is elevated, SID
/// there    0: as start 2; 1: as start 3
/// stop     0: u32 process, i64 created, i64 ended, u32 exit code …           2: u64 sequence behind the process
/// </code></remarks>
public readonly ref struct ProcessEventFields
{
    private const int HasFlags = 1;
    private const int HasSequence = 3;
    private const int StopHasSequence = 2;
    private const int ThereIsAsStart = 2;
    private const int SidHead = 8;

    /// <summary>Its pid.</summary>
    public uint ProcessId { get; private init; }

    /// <summary>Who started it; 0 at its end.</summary>
    public uint ParentId { get; private init; }

    /// <summary>The session of its user; 0 at its end.</summary>
    public uint Session { get; private init; }

    /// <summary>What it ended with.</summary>
    public int ExitCode { get; private init; }

    /// <summary>Path of its program as the kernel has it; empty at its end.</summary>
    public ReadOnlySpan<char> Path { get; private init; }

    /// <summary>Whether no field is missing.</summary>
    public bool IsWhole { get; private init; }

    /// <summary>Reads those of a process that begins, or was there.</summary>
    /// <param name="payload">The bytes.</param>
    /// <param name="version">Version of its fields.</param>
    /// <param name="isThere">Whether it was there when the session began (event 15).</param>
    public static ProcessEventFields ReadStart(ReadOnlySpan<byte> payload, int version, bool isThere)
    {
        version += isThere ? ThereIsAsStart : 0;
        PayloadReader fields = new(payload, sizeof(ulong));
        uint process = fields.UInt32();
        fields.Skip(version >= HasSequence ? 2 * sizeof(long) : sizeof(long));
        uint parent = fields.UInt32();
        fields.Skip(version >= HasSequence ? sizeof(long) : 0);
        uint session = fields.UInt32();
        fields.Skip(version >= HasFlags ? sizeof(uint) : 0);
        if (version >= HasSequence)
        {
            fields.Skip((2 * sizeof(uint)) + 1);
            fields.Skip(SidHead - 2 + (4 * fields.Byte()));
        }

        ReadOnlySpan<char> path = fields.Text();
        return new ProcessEventFields { ProcessId = process, ParentId = parent, Session = session, Path = path, IsWhole = !fields.IsShort };
    }

    /// <summary>Reads those of a process that ends.</summary>
    /// <param name="payload">The bytes.</param>
    /// <param name="version">Version of its fields.</param>
    public static ProcessEventFields ReadStop(ReadOnlySpan<byte> payload, int version)
    {
        PayloadReader fields = new(payload, sizeof(ulong));
        uint process = fields.UInt32();
        fields.Skip((version >= StopHasSequence ? 3 : 2) * sizeof(long));
        int exit = fields.Int32();
        return new ProcessEventFields { ProcessId = process, ExitCode = exit, IsWhole = !fields.IsShort };
    }
}
