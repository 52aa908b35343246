namespace Fathom.Formats.ReadyToRun.Debugging;

/// <summary>Which IL instructions the native code of a compiled image comes from.</summary>
/// <remarks>
/// <para>Section 105 of the image (<see cref="ReadyToRunImage"/>) is an array (<see cref="NativeArray"/>) by the number of the piece of code.
/// Only the first piece of a method has an element. It is about all of the method: its body, its handlers (funclets), which follow, and its
/// cold part, which is elsewhere.</para>
/// <code>
/// element    number: 0 = the information of the method follows; else it is so many bytes before this element, for methods that share it
/// method     size of bounds, size of variables                        versions 5 to 16, in halves of bytes (<see cref="NibbleReader"/>)
///            0, size of bounds, of variables and of four more parts   from version 17 on, if any of the four is there; else as above
///            bounds, from the next whole byte on; variables and the rest follow
/// bounds     number of them, and for each, in halves of bytes:              versions 5 to 15 (.NET 5 to 9)
///              native offset, less that of the one before; IL offset + 3; source
///            number, bits of a native offset - 1, bits of an IL offset - 1; versions from 16 on (.NET 10 and 11)
///              from the next whole byte on for each, lowest bits first:
///              source (2 bits, from version 17 on 3), native offset as above, IL offset + 3
/// IL offset  -1 no IL instruction, -2 prolog, -3 epilog
/// source     packed: 1 call, 2 stack of IL is empty, 4 suspension of an async method; in halves: 2 stack of IL is empty, 0x10 call
/// </code>
/// <para>Native offsets are from the begin of the method and ascend. Those of the cold part go on where the hot part, with its handlers, has
/// ended. Of several bounds at one offset the last has the code; the others are of instructions that left none. Images of .NET 8 to 11 have
/// no call bounds.</para>
/// <para>What resumes an async method of .NET 11 is a piece behind it that has an element of its own. It has no IL of the method, and is not
/// read: a place in it gives the last bound of the method.</para>
/// <para>Sources: "ReadyToRun File Format" (dotnet/runtime, docs/design/coreclr/botr/readytorun-format.md), and the runtime's own reader and
/// writer (src/coreclr/vm/debuginfostore.cpp, src/coreclr/tools/aot), for what changed with versions 16 and 17.</para>
/// <para>Strategy: the section is held as it is, and a method is decoded when it is asked for. Variables are not read.</para>
/// </remarks>
public sealed class DebugInformation
{
    /// <summary>The first version with bounds in bits.</summary>
    internal const int FirstPacked = 16;

    /// <summary>The first version with further parts, and three bits for the source.</summary>
    internal const int FirstFat = 17;

    private const int Oldest = 5;
    private const int Newest = 26;

    private readonly byte[] _section;
    private readonly int _major;

    private DebugInformation(byte[] section, int major) => (_section, _major) = (section, major);

    /// <summary>Memory that it takes, in bytes.</summary>
    public long SizeBytes => _section.Length;

    /// <summary>Reads the debug information of an image.</summary>
    /// <param name="read">Reads the file; not used any more afterwards.</param>
    /// <param name="mostBytes">Most memory.</param>
    /// <param name="reason">Why there is none, as a sentence about "it"; null where there is.</param>
    /// <returns>Null where the image has none, or has it in a form that is not known.</returns>
    public static DebugInformation? TryRead(ReadAt read, long mostBytes, out string? reason)
    {
        DebugInformation? information = null;
        reason = PeHeaders.TryRead(read) is { } headers
            ? Read(new ImageBytes(read, headers), headers, mostBytes, out information)
            : "It is not a PE file, or its headers are cut off or damaged.";
        return information;
    }

    /// <summary>Takes a section of a version that is known; null where its head makes no sense.</summary>
    internal static DebugInformation? TryRead(byte[] section, int major) =>
        NativeArray.TryRead(section, out _) ? new DebugInformation(section, major) : null;

    /// <summary>Reads all bounds of a method.</summary>
    /// <param name="method">A method of the same image.</param>
    /// <param name="bounds">Is emptied, and filled in the order of native offsets.</param>
    /// <returns>False where there are none, or they make no sense; the list is empty then.</returns>
    public bool TryReadBounds(ReadyToRunMethod method, List<NativeBound> bounds)
    {
        bounds.Clear();
        if (!TryBegin(method, out BoundReader reader))
            return false;
        while (reader.TryNext(out NativeBound bound))
            bounds.Add(bound);
        if (reader.IsDamaged)
            bounds.Clear();
        return bounds.Count > 0;
    }

    /// <summary>Finds the IL instruction that a place of a method comes from.</summary>
    /// <param name="method">The method, of the same image.</param>
    /// <param name="rva">
    /// The place, from the image base: in the method, one of its handlers or its cold part. Of a caller take the last byte of its call, which is
    /// one less than where it returns to.
    /// </param>
    /// <param name="place">The instruction.</param>
    /// <returns>False where the place is outside of the method or before all bounds, and where these make no sense.</returns>
    public bool TryFind(ReadyToRunMethod method, uint rva, out IlPlace place)
    {
        place = default;
        uint offset = rva - method.Rva;
        if (offset >= method.SizeBytes)
        {
            uint cold = rva - method.ColdRva;
            if (cold >= method.ColdSizeBytes)
                return false;
            offset = method.SizeBytes + cold;
        }

        if (!TryBegin(method, out BoundReader reader))
            return false;
        (bool isFound, int il, NativeBound last) = (false, 0, default);
        NativeBound bound;
        while (reader.TryNext(out bound) && bound.NativeOffset <= offset)
        {
            il = bound.Kind == BoundKind.Body ? bound.IlOffset : il;
            (isFound, last) = (true, bound);
        }

        // A handler has a prolog too, and what follows is its own.
        if (last is { Kind: BoundKind.Prolog, NativeOffset: > 0 } && bound.Kind == BoundKind.Body)
            il = bound.IlOffset;
        place = new IlPlace(il, last);
        return isFound && !reader.IsDamaged;
    }

    private static string? Read(ImageBytes bytes, PeHeaders headers, long mostBytes, out DebugInformation? information)
    {
        information = null;
        ReadyToRunHeader? header = ReadyToRunHeader.TryFind(bytes, headers, out _);
        if (header is null)
            return "It has no code that was compiled ahead of time.";
        if (header.OwnerOf(bytes) is { } owner)
            return $"Its code is in the composite image '{owner}'.";
        if (header.Version.Major is < Oldest or > Newest)
            return $"Its code has version {header.Version}, and debug information is known of versions {Oldest} to {Newest}.";
        PeDirectory place = header.Section(ReadyToRunSectionKind.DebugInformation);
        if (place.Size == 0)
            return "It has no debug information.";
        if (place.Size > mostBytes)
            return $"Its debug information has {place.Size} bytes, which is more than {mostBytes}.";
        information = bytes.Read(place) is { } section ? TryRead(section, header.Version.Major) : null;
        return information is null ? "Its debug information is cut off or damaged." : null;
    }

    private bool TryBegin(ReadyToRunMethod method, out BoundReader reader)
    {
        reader = default;
        ReadOnlySpan<byte> section = _section;
        if (!NativeArray.TryRead(section, out NativeArray array) || !array.TryFind(method.Entry.Function, out int element))
            return false;
        int at = element;
        if (!NativeNumber.TryRead(section, ref at, out uint back) || back > element)
            return false;
        ReadOnlySpan<byte> rest = section[(back == 0 ? at : element - (int)back)..];
        NibbleReader head = new(rest);
        if (!head.TryRead(out uint size))
            return false;
        bool isFat = size == 0 && _major >= FirstFat;
        if (isFat && !head.TryRead(out size))
            return false;
        for (int sizes = isFat ? 5 : 1; sizes > 0; sizes--)
        {
            if (!head.TryRead(out _))
                return false;
        }

        rest = rest[head.NextByte..];
        return size > 0 && size <= rest.Length && BoundReader.TryBegin(rest[..(int)size], _major, out reader);
    }
}
