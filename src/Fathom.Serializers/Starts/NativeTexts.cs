using System.Runtime.InteropServices;

namespace Fathom.Serializers.Starts;

/// <summary>Texts as C wants them: pointers to UTF-8 that ends with a zero, and a null pointer after the last.</summary>
internal sealed unsafe class NativeTexts : IDisposable
{
    private readonly int _count;

    public NativeTexts(string[] texts)
    {
        _count = texts.Length;
        Pointers = (byte**)NativeMemory.AllocZeroed((nuint)(texts.Length + 1), (nuint)sizeof(byte*));
        for (int i = 0; i < texts.Length; i++)
            Pointers[i] = (byte*)Marshal.StringToCoTaskMemUTF8(texts[i]);
    }

    public byte** Pointers { get; }

    public byte* At(int index) => Pointers[index];

    public void Dispose()
    {
        for (int i = 0; i < _count; i++)
            Marshal.FreeCoTaskMem((nint)Pointers[i]);
        NativeMemory.Free(Pointers);
    }
}
