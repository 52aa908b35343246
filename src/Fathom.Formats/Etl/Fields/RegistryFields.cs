using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl.Fields;

/// <summary>The fields of an event about the registry.</summary>
/// <remarks><code>
/// version 0: u32 status, P key, i64 elapsed, text name        1: u32 status, P key, i64 elapsed, u32 number, text name
/// version 2: i64 begin in ticks, u32 status, u32 number, P key, text name
/// </code>
/// <para>The key is an address that stands for it; the name is that of a value, or goes on from there.</para></remarks>
public readonly ref struct RegistryFields
{
    private const int HasBegin = 2;

    private RegistryFields(PayloadReader fields, int version)
    {
        if (version >= HasBegin)
        {
            (BeginTicks, Status, Number, Key) = (fields.Int64(), fields.UInt32(), fields.UInt32(), fields.Pointer());
        }
        else
        {
            (Status, Key) = (fields.UInt32(), fields.Pointer());
            fields.Int64();
            Number = version > 0 ? fields.UInt32() : 0;
        }

        Name = fields.Text();
        IsWhole = !fields.IsShort;
    }

    /// <summary>Whether no field is missing.</summary>
    public bool IsWhole { get; }

    /// <summary>When it began, on the clock of the trace; 0 where that is not told.</summary>
    public long BeginTicks { get; }

    /// <summary>What it ended with (NTSTATUS).</summary>
    public uint Status { get; }

    /// <summary>Place in a list, or class of facts.</summary>
    public uint Number { get; }

    /// <summary>Address that stands for the key; 0 for none.</summary>
    public ulong Key { get; }

    /// <summary>Name of a value, or of a key; empty for none.</summary>
    public ReadOnlySpan<char> Name { get; }

    /// <summary>Reads them.</summary>
    /// <param name="payload">The bytes.</param>
    /// <param name="version">Version of its fields.</param>
    /// <param name="pointerSize">4 or 8.</param>
    public static RegistryFields Read(ReadOnlySpan<byte> payload, int version, int pointerSize) => new(new PayloadReader(payload, pointerSize), version);
}
