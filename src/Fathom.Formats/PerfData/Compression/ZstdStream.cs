using System.Runtime.InteropServices;

namespace Fathom.Formats.PerfData.Compression;

/// <summary>Decompresses a stream that comes in pieces. perf flushes after each piece and never ends its frames.</summary>
internal sealed unsafe class ZstdStream : IDisposable
{
    private readonly ZstdLibrary _library;
    private nint _stream;

    public ZstdStream(ZstdLibrary library)
    {
        _library = library;
        _stream = library.Create();
        if (_stream == 0)
            throw new InvalidOperationException("libzstd could not get memory for a stream");
    }

    ~ZstdStream() => Free();

    /// <summary>Decompresses as much as fits.</summary>
    /// <param name="input">Compressed bytes; those that were taken are cut off.</param>
    /// <param name="output">Room.</param>
    /// <param name="written">Bytes that were put there.</param>
    /// <returns>Null, or what libzstd says is wrong.</returns>
    public string? TryDecompress(ref ReadOnlySpan<byte> input, Span<byte> output, out int written)
    {
        fixed (byte* from = input)
        fixed (byte* to = output)
        {
            ZstdBuffer source = new() { Start = from, Size = (nuint)input.Length };
            ZstdBuffer target = new() { Start = to, Size = (nuint)output.Length };
            nuint result = _library.Decompress(_stream, &target, &source);
            written = (int)target.Position;
            input = input[(int)source.Position..];
            return _library.IsError(result) == 0 ? null : Marshal.PtrToStringUTF8((nint)_library.ErrorName(result));
        }
    }

    public void Dispose()
    {
        Free();
        GC.SuppressFinalize(this);
    }

    private void Free()
    {
        if (_stream == 0)
            return;
        _library.Free(_stream);
        _stream = 0;
    }
}
