using System.Buffers.Binary;

namespace Fathom.Formats.WindowsPdb;

/// <summary>What a PDB says of itself, and where its parts are: streams 1 (identity, names of streams) and 3 (debug
/// information).</summary>
/// <remarks>
/// <code>
/// stream 1  u32 version, u32 stamp, u32 age, GUID; u32 bytes of names, the names; u32 entries, u32 places,
///           u32 words of bits and these (which places are taken), the same for deleted ones; then u32 place of a name, u32 its stream,
/// for each that is taken
/// stream 3  0 i32 -1   4 u32 version   8 u32 age   16 u16 stream of public names   20 u16 stream of symbols   24 i32 bytes of modules  
/// 28 of contributions
///           32 of sections   36 of source files   40 of type servers   48 of stream numbers   52 of edit and continue   56 u16 flags: 2
/// = stripped
///           then at 64 these parts: modules, contributions, sections, source files, type servers, edit and continue, stream numbers
/// stream numbers (u16)  3 moves to before   5 headers of sections   10 those of before
/// </code>
/// </remarks>
internal sealed record PdbDirectory
{
    private const int InfoStream = 1;
    private const int DebugStream = 3;
    private const int InfoBytes = 28;
    private const int DebugHeadBytes = 64;
    private const int MostPartBytes = 256 << 20;
    private const int MostNameBytes = 1 << 20;
    private const ushort Stripped = 2;
    private const ushort None = ushort.MaxValue;

    /// <summary>The GUID of its build.</summary>
    public Guid Id { get; private init; }

    /// <summary>How often the linker wrote it: that of the file, and that which the program repeats.</summary>
    public (uint File, uint Debug) Age { get; private init; }

    /// <summary>Whether all but public names were removed.</summary>
    public bool IsStripped { get; private init; }

    /// <summary>The stream with public names.</summary>
    public int Symbols { get; private init; } = -1;

    /// <summary>The stream with texts, which is called "/names"; -1 for none.</summary>
    public int Names { get; private init; } = -1;

    /// <summary>Where code is.</summary>
    public required PdbPlaces Places { get; init; }

    /// <summary>Whether it is of an NGEN image: it tells how long sections are, and not where.</summary>
    public bool IsOfNgen { get; private init; }

    /// <summary>Place and bytes in stream 3 of the modules and contributions.</summary>
    public ((long At, long Bytes) Modules, (long At, long Bytes) Contributions) Parts { get; private init; }

    /// <summary>Reads it.</summary>
    /// <param name="file">The file.</param>
    /// <param name="imageBytes">Bytes of the program in memory; null where that is not known.</param>
    /// <returns>Null where it has no identity or no debug information.</returns>
    public static PdbDirectory? TryRead(MsfFile file, ulong? imageBytes)
    {
        Span<byte> info = stackalloc byte[InfoBytes], head = stackalloc byte[DebugHeadBytes];
        if (file.Read(InfoStream, 0, info) < InfoBytes || file.Read(DebugStream, 0, head) < DebugHeadBytes)
            return null;
        long[] bytes = new long[7];
        long at = DebugHeadBytes;
        long[] begin = new long[7];
        // Edit and continue stands before the numbers of streams, and its length behind theirs.
        foreach ((int part, int place) in (ReadOnlySpan<(int, int)>)[(0, 24), (1, 28), (2, 32), (3, 36), (4, 40), (6, 52), (5, 48)])
        {
            int length = BinaryPrimitives.ReadInt32LittleEndian(head[place..]);
            if (length is < 0 or > MostPartBytes || at + length > file.LengthOf(DebugStream))
                return null;
            (begin[part], bytes[part]) = (at, length);
            at += length;
        }

        byte[] numbers = file.Bytes(DebugStream, begin[5], Math.Min(bytes[5], 64)) ?? [];
        PdbPlaces places = PdbPlaces.Read(file, StreamAt(numbers, 10), StreamAt(numbers, 20), StreamAt(numbers, 6));
        bool isOfNgen = bytes[2] > 0 && StreamAt(numbers, 10) < 0 && StreamAt(numbers, 20) < 0;
        if (isOfNgen)
            places = PdbPlaces.OfMap(file.Bytes(DebugStream, begin[2], bytes[2]) ?? [], imageBytes ?? 0);
        return new PdbDirectory
        {
            Id = new Guid(info[12..28]),
            Age = (BinaryPrimitives.ReadUInt32LittleEndian(info[8..]), BinaryPrimitives.ReadUInt32LittleEndian(head[8..])),
            IsStripped = (BinaryPrimitives.ReadUInt16LittleEndian(head[56..]) & Stripped) != 0,
            Symbols = StreamAt(head, 20),
            Names = NamesOf(file),
            Places = places,
            IsOfNgen = isOfNgen,
            Parts = ((begin[0], bytes[0]), (begin[1], bytes[1])),
        };
    }

    private static int StreamAt(ReadOnlySpan<byte> numbers, int at) =>
        at + sizeof(ushort) <= numbers.Length && BinaryPrimitives.ReadUInt16LittleEndian(numbers[at..]) is var stream and not None ? stream : -1;

    private static int NamesOf(MsfFile file)
    {
        byte[]? names = file.Bytes(InfoStream, InfoBytes, Math.Min(MostNameBytes, file.LengthOf(InfoStream) - InfoBytes));
        if (names is null || names.Length < sizeof(uint))
            return -1;
        long at = sizeof(uint) + (long)BinaryPrimitives.ReadUInt32LittleEndian(names), text = sizeof(uint);
        uint? Word(long place) =>
            place <= names.Length - sizeof(uint) ? BinaryPrimitives.ReadUInt32LittleEndian(names.AsSpan((int)place)) : null;
        if (Word(at) is not { } entries || Word(at + 8) is not { } taken)
            return -1;
        at += 12 + (4L * taken);
        if (Word(at) is not { } deleted)
            return -1;
        at += 4 + (4L * deleted);
        for (uint i = 0; i < entries && Word(at) is { } name && Word(at + 4) is { } stream; i++, at += 8)
        {
            if (text + name < names.Length && names.AsSpan((int)(text + name)).StartsWith("/names\0"u8) && stream <= int.MaxValue)
                return (int)stream;
        }

        return -1;
    }
}
