using System.Buffers;
using System.Buffers.Text;

namespace TabLog;

/// <summary>Bytes of the stream in a rented buffer, looked at where they lie.</summary>
internal static class SpanParser
{
    public static async Task<long> SumAsync(string path)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(64 * 1024);
        await using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0, useAsync: true);
        long sum = 0;
        int kept = 0;
        for (int read; (read = await stream.ReadAsync(buffer.AsMemory(kept))) > 0;)
        {
            int used = SumLines(buffer.AsSpan(0, kept + read), ref sum);
            kept += read - used;
            buffer.AsSpan(used, kept).CopyTo(buffer);
        }

        ArrayPool<byte>.Shared.Return(buffer);
        return sum;
    }

    private static int SumLines(ReadOnlySpan<byte> bytes, ref long sum)
    {
        int used = 0;
        for (int end; (end = bytes[used..].IndexOf((byte)'\n')) >= 0; used += end + 1)
        {
            int column = 0;
            foreach (Range cell in bytes.Slice(used, end).Split((byte)'\t'))
            {
                if (LogFile.IsNumber(column++) && Utf8Parser.TryParse(bytes.Slice(used, end)[cell], out long value, out _))
                    sum += value;
            }
        }

        return used;
    }
}
