using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.Storage.DuckDb.Native;

/// <summary>A text for one native call, as zero-ended UTF-8 in native memory. Queries may hold any character but U+0000.</summary>
internal readonly unsafe ref struct Utf8Text
{
    public Utf8Text(string text)
    {
        int length = Encoding.UTF8.GetMaxByteCount(text.Length);
        Pointer = (byte*)NativeMemory.Alloc((nuint)length + 1);
        Length = Encoding.UTF8.GetBytes(text, new Span<byte>(Pointer, length));
        Pointer[Length] = 0;
    }

    public byte* Pointer { get; }

    public int Length { get; }

    public void Dispose() => NativeMemory.Free(Pointer);
}
