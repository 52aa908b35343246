using System.Buffers.Binary;
using System.IO.Compression;
using Fathom.Formats.Etl.Buffers;

namespace Fathom.Bench.Etl;

/// <summary>A long Windows trace, made of a short one: its buffers come again and again, each time later.</summary>
/// <param name="content">The short one.</param>
internal sealed class RepeatedEtl(byte[] content)
{
    private const int Head = 0x48;
    private const int UsedAt = 0x30;
    private const int FlagsAt = 0x34;
    private const byte Packed = 0x40;
    private const int HookAt = 6;
    private const byte StackGroup = 0x18;

    /// <summary>The trace in a zip.</summary>
    public static byte[] Unpack(string path)
    {
        using ZipArchive zip = ZipFile.OpenRead(path);
        using Stream entry = zip.Entries.Single(static one => one.Name.EndsWith(".etl", StringComparison.Ordinal)).Open();
        using MemoryStream unpacked = new();
        entry.CopyTo(unpacked);
        return unpacked.ToArray();
    }

    /// <summary>A trace with its buffers as they were before they were packed.</summary>
    public static byte[] Inflated(byte[] content)
    {
        using MemoryStream inflated = new();
        for (int at = 0; at + Head <= content.Length && BitConverter.ToInt32(content, at) is >= Head and var size; at += size)
        {
            byte[] buffer = content[at..(at + size)];
            if ((buffer[FlagsAt] & Packed) != 0)
            {
                byte[] whole = new byte[BitConverter.ToInt32(buffer, UsedAt)];
                buffer.AsSpan(0, Head).CopyTo(whole);
                Xpress.Inflate(buffer.AsSpan(Head), whole.AsSpan(Head));
                BinaryPrimitives.WriteInt32LittleEndian(whole, whole.Length);
                whole[FlagsAt] &= unchecked((byte)~Packed);
                buffer = whole;
            }

            inflated.Write(buffer);
        }

        return inflated.ToArray();
    }

    /// <summary>Writes it.</summary>
    /// <param name="path">The file.</param>
    /// <param name="bytes">About how long it is.</param>
    /// <param name="isPacked">Whether all buffers but the first one are packed.</param>
    public void Write(string path, long bytes, bool isPacked = false)
    {
        using FileStream file = File.Create(path);
        XpressWriter? packer = isPacked ? new() : null;
        (long first, long last) = Times();
        int header = BitConverter.ToInt32(content);
        file.Write(content, 0, header);
        byte[] copy = new byte[content.Length];
        for (long shift = 0; file.Length < bytes; shift += last - first + 1)
        {
            content.CopyTo(copy, 0);
            for (int at = header; at + Head <= copy.Length && BitConverter.ToInt32(copy, at) is >= Head and var size; at += size)
            {
                // Of a processor the order of buffers is that of their times.
                Span<byte> buffer = copy.AsSpan(at, Math.Min(size, copy.Length - at));
                Shift(buffer, shift);
                if (packer is null)
                    file.Write(buffer);
                else
                    WritePacked(file, buffer, packer);
            }
        }
    }

    private static void WritePacked(FileStream file, ReadOnlySpan<byte> buffer, XpressWriter packer)
    {
        int used = BinaryPrimitives.ReadInt32LittleEndian(buffer[UsedAt..]);
        byte[] packed = [.. buffer[..Head], .. packer.Pack(buffer[Head..used])];
        BinaryPrimitives.WriteInt32LittleEndian(packed, packed.Length);
        packed[FlagsAt] |= Packed;
        file.Write(packed);
    }

    private (long First, long Last) Times()
    {
        long first = long.MaxValue, last = 0;
        for (int at = 0; at + Head <= content.Length && BitConverter.ToInt32(content, at) is >= Head and var size; at += size)
        {
            int used = BitConverter.ToInt32(content, at + UsedAt);
            int bytes;
            for (int place = Head; place < used; place += (bytes + 7) & ~7)
            {
                if (!EtlRecord.TryPeek(content.AsSpan(at + place, used - place), out bytes, out long ticks))
                    break;
                if (ticks > 0)
                    (first, last) = (Math.Min(first, ticks), Math.Max(last, ticks));
            }
        }

        return (first, last);
    }

    private static void Shift(Span<byte> buffer, long by)
    {
        int used = BinaryPrimitives.ReadInt32LittleEndian(buffer[UsedAt..]);
        int bytes;
        for (int place = Head; place < used; place += (bytes + 7) & ~7)
        {
            if (!EtlRecord.TryPeek(buffer[place..used], out bytes, out long ticks))
                break;
            if (ticks <= 0)
                continue;
            Span<byte> record = buffer.Slice(place, bytes);
            bool isPerfInfo = record[2] is 0x10 or 0x11;
            BinaryPrimitives.WriteInt64LittleEndian(record[(isPerfInfo ? 8 : 0x10)..], ticks + by);
            // A stack tells the time of its event.
            if (record[3] == 0xC0 && record[HookAt + 1] == StackGroup && isPerfInfo && record[HookAt] is 32 or 37 or 38)
                BinaryPrimitives.WriteInt64LittleEndian(record[0x10..], BinaryPrimitives.ReadInt64LittleEndian(record[0x10..]) + by);
        }
    }
}
