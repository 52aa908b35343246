using System.Buffers.Binary;
using Fathom.Formats.UnwindInfo;

namespace Fathom.Formats.ReadyToRun;

/// <summary>How the frames of an image that was compiled ahead of time are passed. x64 only.</summary>
/// <remarks>
/// It has the pieces of code, their unwind information and, where that is asked for, the code itself, in which ends of functions are seen. The table of pieces and the places are those of
/// <see cref="ReadyToRunImage"/>; the information is that of <see cref="UnwindReader"/>. All of it is copied: the file is read once.
/// </remarks>
public sealed class ReadyToRunFrames : IUnwindInformation
{
    private const int Exception = 3;

    private readonly PeHeaders _headers;
    private readonly byte[] _table;
    private readonly Part _information;
    private readonly Part _code;

    private ReadyToRunFrames(PeHeaders headers, byte[] table, Part information, Part code) => (_headers, _table, _information, _code) = (headers, table, information, code);

    /// <summary>Memory that it takes.</summary>
    public long SizeBytes => _table.Length + _information.Bytes.Length + _code.Bytes.Length;

    private int Count => _table.Length / UnwindPiece.Size;

    /// <summary>Reads a file.</summary>
    /// <param name="read">Reads it.</param>
    /// <param name="mostBytes">Most memory.</param>
    /// <param name="withCode">Whether the code is kept too, for who cannot give it.</param>
    /// <returns>Null where it has no such code for x64, is not whole, or needs more memory.</returns>
    public static ReadyToRunFrames? TryRead(ReadAt read, long mostBytes, bool withCode)
    {
        if (PeHeaders.TryRead(read) is not { } headers || MachineNumber.Architecture(headers.Machine) != ReadyToRunArchitecture.X64)
            return null;
        ImageBytes image = new(read, headers);
        PeDirectory place = headers.Directory(Exception);
        if (place.Size is < UnwindPiece.Size || place.Size > mostBytes || image.Read(place) is not { } table)
            return null;
        uint begin = uint.MaxValue, end = 0, first = uint.MaxValue, last = 0;
        for (int i = 0; i + UnwindPiece.Size <= table.Length; i += UnwindPiece.Size)
        {
            UnwindPiece piece = UnwindPiece.Read(table.AsSpan(i));
            if (piece.Begin >= piece.End)
                continue;
            (begin, end) = (Math.Min(begin, piece.Begin), Math.Max(end, piece.End));
            (first, last) = (Math.Min(first, piece.Information), Math.Max(last, piece.Information));
        }

        if (begin >= end || last - (long)first + (withCode ? end - begin : 0) + table.Length > mostBytes)
            return null;
        byte[] code = withCode ? image.ReadSome(new PeDirectory(begin, end - begin)) : [], information = image.ReadSome(new PeDirectory(first, last - first + UnwindReader.MostBytes));
        return (withCode && code.Length == 0) || information.Length == 0 ? null : new ReadyToRunFrames(headers, table, new Part(first, information), new Part(begin, code));
    }

    /// <summary>How the caller is found from a place.</summary>
    /// <param name="fileOffset">The place of the file, as mappings of the file tell it.</param>
    /// <param name="isInnermost">Whether it is the current instruction of the thread; otherwise it is a call, which is in no epilog.</param>
    /// <param name="code">The code from there on; empty to take that of the file.</param>
    /// <param name="rules">The rules.</param>
    /// <returns>False where the file does not tell.</returns>
    public bool TryFind(ulong fileOffset, bool isInnermost, ReadOnlySpan<byte> code, out UnwindRules rules)
    {
        rules = default;
        if (_headers.RvaOf(fileOffset) is not { } rva || Find(rva) is not { } piece)
            return false;
        ReadOnlySpan<byte> standing = !isInnermost ? [] : code.IsEmpty ? _code.From(rva, EpilogReader.MostBytes) : code;
        return PieceRules.TryFind(this, piece, rva, standing, out rules);
    }

    /// <inheritdoc/>
    ReadOnlySpan<byte> IUnwindInformation.InformationOf(UnwindPiece piece) => _information.From(piece.Information, UnwindReader.MostBytes);

    private UnwindPiece? Find(uint rva)
    {
        int low = 0, high = Count - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (BinaryPrimitives.ReadUInt32LittleEndian(_table.AsSpan(middle * UnwindPiece.Size)) <= rva)
                low = middle + 1;
            else
                high = middle - 1;
        }

        return high >= 0 && UnwindPiece.Read(_table.AsSpan(high * UnwindPiece.Size)) is var piece && rva < piece.End ? piece : null;
    }

    // A part of the image in memory.
    private readonly record struct Part(uint Start, byte[] Bytes)
    {
        // At most so many bytes; none where the place is not in it.
        public ReadOnlySpan<byte> From(uint rva, int most) =>
            rva >= Start && rva - Start < (uint)Bytes.Length ? Bytes.AsSpan((int)(rva - Start), (int)Math.Min(most, Bytes.Length - (long)(rva - Start))) : [];
    }
}
