using System.Buffers.Binary;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.Formats.PortablePdb;

/// <summary>
/// The lines of the methods of an assembly, by their IL. A portable PDB is a file of ECMA-335 metadata, signature <c>BSJB</c>, with a stream <c>#Pdb</c>.
/// The stream begins with the id of the build, 16 bytes of a GUID and 4 of a stamp, which the debug directory of the assembly repeats.
/// Table <c>Document</c> has the source files: name, kind of checksum, checksum. Table <c>MethodDebugInformation</c> has a row for each method with its
/// sequence points: offset in the IL, document, lines and columns. The line 0xFEEFEE marks code that belongs to no line.
/// </summary>
/// <remarks>Nothing in it is trusted: what makes no sense has no line, and texts and points are bounded.</remarks>
public sealed class PortablePdbFile : IDisposable
{
    /// <summary>Characters of a path.</summary>
    public const int LongestPath = 4096;

    private const int IdBytes = 20;
    private const int GuidBytes = 16;
    private const uint MethodTable = 0x06;
    private const int TableShift = 24;
    private const int RowMask = 0xFF_FFFF;

    // A method of a thousand statements is long; a damaged file may claim any number for each.
    private const int MostPoints = 1 << 22;

    private static readonly Guid s_sha1 = new("ff1816ec-aa5e-4d10-87f7-6f4963833460");
    private static readonly Guid s_sha256 = new("8829d00f-11b8-4213-878b-770e8597ac16");

    private readonly MetadataReaderProvider _provider;
    private readonly MetadataReader _reader;
    private readonly Dictionary<int, PdbPoint[]> _points = [];
    private readonly Dictionary<int, PdbDocument?> _documents = [];
    private int _pointCount;

    private PortablePdbFile(MetadataReaderProvider provider, MetadataReader reader, ReadOnlySpan<byte> id)
    {
        (_provider, _reader) = (provider, reader);
        (Id, Stamp) = (new Guid(id[..GuidBytes]), BinaryPrimitives.ReadUInt32LittleEndian(id[GuidBytes..]));
    }

    /// <summary>The id of the build.</summary>
    public Guid Id { get; }

    /// <summary>The stamp of the build, which belongs to its id.</summary>
    public uint Stamp { get; }

    /// <summary>Reads a file.</summary>
    /// <param name="bytes">Its content, which is kept.</param>
    /// <returns>Null where it is no such file, or damaged.</returns>
    public static PortablePdbFile? TryRead(byte[] bytes)
    {
        MetadataReaderProvider? provider = null;
        try
        {
            provider = MetadataReaderProvider.FromPortablePdbImage(ImmutableCollectionsMarshal.AsImmutableArray(bytes));
            return Of(provider);
        }
        catch (Exception e) when (IsDamage(e))
        {
            provider?.Dispose();
            return null;
        }
    }

    /// <summary>The line of an instruction: that of the last statement which begins at it or before.</summary>
    /// <param name="token">The number of the method in the metadata of the assembly (MethodDef).</param>
    /// <param name="ilOffset">The offset of the instruction; less than 0 for the first statement.</param>
    /// <returns>Null where the method has no lines.</returns>
    public PdbLine? Find(uint token, int ilOffset)
    {
        int row = (int)(token & RowMask);
        if (token >> TableShift != MethodTable || row == 0)
            return null;
        try
        {
            PdbPoint[] points = PointsOf(row);
            if (points.Length == 0)
                return null;
            PdbPoint best = points[0];
            foreach (PdbPoint point in points)
            {
                if (point.Offset > ilOffset)
                    break;
                best = point;
            }

            return DocumentOf(best.DocumentRow) is { } document ? new PdbLine(document, best.Line) : null;
        }
        catch (Exception e) when (IsDamage(e))
        {
            return null;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _provider.Dispose();

    private static PortablePdbFile? Of(MetadataReaderProvider provider)
    {
        MetadataReader reader = provider.GetMetadataReader();
        if (reader.DebugMetadataHeader is not { } header || header.Id.Length != IdBytes)
        {
            provider.Dispose();
            return null;
        }

        return new PortablePdbFile(provider, reader, header.Id.AsSpan());
    }

    private static bool IsDamage(Exception e) =>
        e is BadImageFormatException or ArgumentException or InvalidOperationException or OverflowException or IndexOutOfRangeException or InvalidCastException or NotSupportedException;

    private PdbPoint[] PointsOf(int row)
    {
        if (_points.TryGetValue(row, out PdbPoint[]? known))
            return known;
        List<PdbPoint> points = [];
        _points.Add(row, []);
        if (row <= _reader.MethodDebugInformation.Count)
        {
            foreach (SequencePoint point in _reader.GetMethodDebugInformation(MetadataTokens.MethodDebugInformationHandle(row)).GetSequencePoints())
            {
                if (++_pointCount > MostPoints)
                    break;
                if (!point.IsHidden)
                    points.Add(new PdbPoint(point.Offset, MetadataTokens.GetRowNumber(point.Document), point.StartLine));
            }
        }

        return _points[row] = [.. points];
    }

    private PdbDocument? DocumentOf(int row)
    {
        if (_documents.TryGetValue(row, out PdbDocument? known))
            return known;
        _documents.Add(row, null);
        Document document = _reader.GetDocument(MetadataTokens.DocumentHandle(row));
        if (PathOf(document) is not { Length: > 0 } path)
            return null;
        Guid kind = _reader.GetGuid(document.HashAlgorithm);
        PdbChecksum algorithm = kind == s_sha256 ? PdbChecksum.Sha256 : kind == s_sha1 ? PdbChecksum.Sha1 : PdbChecksum.Unknown;
        BlobReader hash = _reader.GetBlobReader(document.Hash);
        return _documents[row] = new PdbDocument(path, algorithm, hash.Length > 64 ? default : hash.ReadBytes(hash.Length));
    }

    // A separator and the parts between which it stands. Few bytes may name large parts very often, so the length is known before the text is made.
    private string? PathOf(Document document)
    {
        BlobReader name = _reader.GetBlobReader((BlobHandle)document.Name);
        byte separator = name.ReadByte();
        StringBuilder path = new();
        for (bool isFirst = true; name.RemainingBytes > 0; isFirst = false)
        {
            BlobReader part = _reader.GetBlobReader(name.ReadBlobHandle());
            if (path.Length + part.Length >= LongestPath)
                return null;
            if (!isFirst && separator is > 0 and < 0x80)
                path.Append((char)separator);
            path.Append(part.ReadUTF8(part.Length));
        }

        return path.ToString();
    }
}
