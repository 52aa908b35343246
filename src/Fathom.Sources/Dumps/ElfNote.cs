namespace Fathom.Sources.Dumps;

/// <summary>One note of an ELF file. Valid as long as the bytes it was read from.</summary>
internal readonly ref struct ElfNote(uint type, ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
{
    public uint Type { get; } = type;

    /// <summary>The owner of the type number, with its closing zero.</summary>
    public ReadOnlySpan<byte> Name { get; } = name;

    public ReadOnlySpan<byte> Value { get; } = value;
}
