using System.Buffers.Binary;
using Fathom.Formats.Etl.Buffers;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Makes two files of a real one: what the kernel wrote, and what the programs wrote, as the sessions do that are not merged.</summary>
internal static class SplitEtl
{
    private const int Head = 0x48;

    public static (byte[] Kernel, byte[] User) Of(byte[] content)
    {
        List<byte> kernel = [], user = [];
        for (int at = 0; at + Head <= content.Length && BitConverter.ToInt32(content, at) is >= Head and var size; at += size)
        {
            ReadOnlySpan<byte> buffer = content.AsSpan(at, Math.Min(size, content.Length - at));
            if (at == 0)
            {
                kernel.AddRange(buffer);
                user.AddRange(HeaderAlone(buffer));
                continue;
            }

            byte[] records = Records(buffer);
            kernel.AddRange(Part(buffer[..Head], records, isOfUser: false));
            user.AddRange(Part(buffer[..Head], records, isOfUser: true));
        }

        return ([.. kernel], [.. user]);
    }

    // The buffer of the header may have more records.
    private static byte[] HeaderAlone(ReadOnlySpan<byte> buffer)
    {
        byte[] alone = buffer.ToArray();
        if (!EtlRecord.TryPeek(buffer[Head..], out int size, out _))
            return alone;
        int end = Head + ((size + 7) & ~7);
        alone.AsSpan(end).Fill(0xFF);
        BinaryPrimitives.WriteInt32LittleEndian(alone.AsSpan(4), end);
        BinaryPrimitives.WriteInt32LittleEndian(alone.AsSpan(0x30), end);
        return alone;
    }

    private static byte[] Records(ReadOnlySpan<byte> buffer)
    {
        int used = BinaryPrimitives.ReadInt32LittleEndian(buffer[0x30..]) - Head;
        byte[] records = new byte[used];
        if ((buffer[0x34] & 0x40) != 0)
            Xpress.Inflate(buffer[Head..], records);
        else
            buffer.Slice(Head, used).CopyTo(records);
        return records;
    }

    // A buffer of none of its records is none.
    private static byte[] Part(ReadOnlySpan<byte> head, byte[] records, bool isOfUser)
    {
        List<byte> part = [.. head];
        int size;
        for (int at = 0; at < records.Length; at += (size + 7) & ~7)
        {
            if (!EtlRecord.TryPeek(records.AsSpan(at), out size, out _))
                break;
            ReadOnlySpan<byte> record = records.AsSpan(at, size);
            if (EtlRecord.Read(record).Kind == EtlRecordKind.Event != isOfUser)
                continue;
            part.AddRange(record);
            part.AddRange(new byte[-part.Count & 7]);
        }

        if (part.Count == Head)
            return [];
        byte[] made = [.. part];
        BinaryPrimitives.WriteInt32LittleEndian(made, made.Length);
        BinaryPrimitives.WriteInt32LittleEndian(made.AsSpan(4), made.Length);
        BinaryPrimitives.WriteInt32LittleEndian(made.AsSpan(0x30), made.Length);
        made[0x34] &= 0xBF;
        return made;
    }
}
