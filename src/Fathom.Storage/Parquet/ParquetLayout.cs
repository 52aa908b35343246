using System.Buffers.Binary;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Storage.Parquet;

/// <summary>Where the columns of a Parquet file lie.</summary>
/// <param name="Columns">Names of the columns in the order of the file.</param>
/// <param name="Chunks">Per column its chunks, one for each row group: pages with their heads, and the dictionary.</param>
/// <param name="Frame">Everything else, in the order of the file: the magic, filters, indexes and the footer.</param>
/// <param name="Rows">Rows by the footer.</param>
/// <remarks>
/// A file is <c>PAR1</c>, the chunks, the footer (<c>FileMetaData</c> in Thrift's compact protocol), the footer's length u32 and <c>PAR1</c>. Of the footer
/// are read: field 3 the rows, field 4 the list of row groups; of a row group field 1, the list of chunks; of a chunk field 3, its description; of that
/// field 3 the path of the column, 7 the bytes, 9 where the data begins, 11 where the dictionary does. What this finds agrees with the bytes that the
/// engine reads only while the footer is whole, which the checksum of the frame decides.
/// </remarks>
internal sealed record ParquetLayout(IReadOnlyList<string> Columns, IReadOnlyList<IReadOnlyList<ByteRange>> Chunks, IReadOnlyList<ByteRange> Frame, long Rows)
{
    private const int TailBytes = 8;
    private const int MagicBytes = 4;
    private const int MaxFooterBytes = 256 << 20;

    /// <summary>Reads the footer of a file.</summary>
    /// <exception cref="InvalidDataException">The file is no Parquet file, or its footer is damaged.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static ParquetLayout Read(SafeFileHandle file)
    {
        long length = RandomAccess.GetLength(file);
        Span<byte> tail = stackalloc byte[TailBytes];
        if (length < TailBytes + MagicBytes || !Fill(file, length - TailBytes, tail) || !tail[MagicBytes..].SequenceEqual("PAR1"u8))
            throw new InvalidDataException("it is not a Parquet file");
        uint footerBytes = BinaryPrimitives.ReadUInt32LittleEndian(tail);
        long start = length - TailBytes - footerBytes;
        if (start < MagicBytes || footerBytes > MaxFooterBytes)
            throw new InvalidDataException("its footer has an impossible length");
        byte[] footer = new byte[footerBytes];
        if (!Fill(file, start, footer))
            throw new InvalidDataException("it is cut off");
        try
        {
            return Parse(footer, start, length);
        }
        catch (OverflowException)
        {
            throw new InvalidDataException("its footer is damaged");
        }
    }

    private static ParquetLayout Parse(ReadOnlySpan<byte> footer, long end, long length)
    {
        ThriftReader reader = new(footer);
        List<string> columns = [];
        List<List<ByteRange>> chunks = [];
        long rows = -1;
        for (int id = 0; reader.ReadField(ref id, out ThriftType type);)
        {
            if (id == 3 && type == ThriftType.Int64)
                rows = reader.ReadInteger();
            else if (id == 4 && type == ThriftType.List)
                ReadRowGroups(ref reader, columns, chunks);
            else
                reader.Skip(type);
        }

        if (rows < 0)
            throw new InvalidDataException("its footer has no number of rows");
        return new ParquetLayout(columns, chunks, Rest(chunks, end, length), rows);
    }

    private static void ReadRowGroups(ref ThriftReader reader, List<string> columns, List<List<ByteRange>> chunks)
    {
        for (int left = StructList(ref reader); left > 0; left--)
        {
            for (int id = 0; reader.ReadField(ref id, out ThriftType type);)
            {
                if (id == 1 && type == ThriftType.List)
                    ReadChunks(ref reader, columns, chunks);
                else
                    reader.Skip(type);
            }
        }
    }

    private static void ReadChunks(ref ThriftReader reader, List<string> columns, List<List<ByteRange>> chunks)
    {
        int count = StructList(ref reader);
        for (int column = 0; column < count; column++)
        {
            (string name, ByteRange range) = ReadChunk(ref reader);
            if (column == columns.Count)
            {
                columns.Add(name);
                chunks.Add([]);
            }
            else if (columns[column] != name)
            {
                throw new InvalidDataException("its row groups have different columns");
            }

            chunks[column].Add(range);
        }
    }

    private static (string Name, ByteRange Range) ReadChunk(ref ThriftReader reader)
    {
        (string, ByteRange)? found = null;
        for (int id = 0; reader.ReadField(ref id, out ThriftType type);)
        {
            if (id == 3 && type == ThriftType.Struct)
                found = ReadDescription(ref reader);
            else
                reader.Skip(type);
        }

        return found ?? throw new InvalidDataException("its footer does not describe a column");
    }

    private static (string Name, ByteRange Range) ReadDescription(ref ThriftReader reader)
    {
        string name = "";
        long bytes = -1, data = -1, dictionary = long.MaxValue;
        for (int id = 0; reader.ReadField(ref id, out ThriftType type);)
        {
            switch (id, type)
            {
                case (3, ThriftType.List):
                    name = ReadPath(ref reader);
                    break;
                case (7, ThriftType.Int64):
                    bytes = reader.ReadInteger();
                    break;
                case (9, ThriftType.Int64):
                    data = reader.ReadInteger();
                    break;
                case (11, ThriftType.Int64):
                    dictionary = reader.ReadInteger();
                    break;
                default:
                    reader.Skip(type);
                    break;
            }
        }

        return (name, new ByteRange(Math.Min(data, dictionary), bytes));
    }

    private static string ReadPath(ref ThriftReader reader)
    {
        int count = reader.ReadList(out ThriftType type);
        if (type != ThriftType.Binary)
            throw new InvalidDataException("its footer names a column by something that is not a text");
        List<string> path = [];
        for (; count > 0; count--)
            path.Add(Encoding.UTF8.GetString(reader.ReadBytes()));
        return string.Join('.', path);
    }

    private static int StructList(ref ThriftReader reader)
    {
        int count = reader.ReadList(out ThriftType type);
        return count == 0 || type == ThriftType.Struct ? count : throw new InvalidDataException("its footer is damaged");
    }

    // The chunks lie side by side without touching the footer, or a sum would cover what another one does and leave something out.
    private static List<ByteRange> Rest(List<List<ByteRange>> chunks, long end, long length)
    {
        List<ByteRange> rest = [];
        long next = 0;
        ByteRange[] placed = [.. chunks.SelectMany(static c => c)];
        Array.Sort(placed, static (a, b) => a.Start.CompareTo(b.Start));
        foreach (ByteRange chunk in placed)
        {
            if (chunk.Start < Math.Max(next, MagicBytes) || chunk.Length < 0 || chunk.Length > end - chunk.Start)
                throw new InvalidDataException("its footer places columns where they cannot be");
            if (chunk.Start > next)
                rest.Add(new ByteRange(next, chunk.Start - next));
            next = chunk.End;
        }

        rest.Add(new ByteRange(next, length - next));
        return rest;
    }

    private static bool Fill(SafeFileHandle file, long offset, Span<byte> buffer)
    {
        for (int read; buffer.Length > 0; offset += read, buffer = buffer[read..])
        {
            read = RandomAccess.Read(file, buffer, offset);
            if (read == 0)
                return false;
        }

        return true;
    }
}
