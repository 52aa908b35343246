namespace Fathom.Formats.Elf;

/// <summary>One note of an ELF file. Valid as long as the bytes it was read from.</summary>
public readonly ref struct ElfNote(uint type, ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
{
    /// <summary>What it holds, as a number of its owner.</summary>
    public uint Type { get; } = type;

    /// <summary>The owner of the type number, with its closing zero.</summary>
    public ReadOnlySpan<byte> Name { get; } = name;

    /// <summary>Its content.</summary>
    public ReadOnlySpan<byte> Value { get; } = value;
}
