using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.Sources.Targets.Images;

/// <summary>
/// Names of C++ functions as their programmers write them, by the C++ library of the system, which .NET on Linux needs anyway: <c>__cxa_demangle</c> of the Itanium C++ ABI. Where it is not there,
/// and for names of other kinds, the name of the linker stays: those of C, and those of Rust's newer scheme (<c>_R…</c>).
/// </summary>
internal static unsafe class CppNames
{
    private const int MostBytes = 4_096;

    private static readonly delegate* unmanaged<byte*, byte*, nuint*, int*, byte*> s_demangle = Find();

    /// <summary>The name.</summary>
    /// <param name="linkerName">That of the linker.</param>
    public static string Of(string linkerName)
    {
        if (s_demangle == null || !linkerName.StartsWith("_Z", StringComparison.Ordinal) || linkerName.Length >= MostBytes / 2)
            return linkerName;
        Span<byte> name = stackalloc byte[MostBytes];
        if (!Encoding.UTF8.TryGetBytes(linkerName, name[..^1], out int length))
            return linkerName;
        name[length] = 0;
        int state;
        byte* text;
        fixed (byte* begin = name)
            text = s_demangle(begin, null, null, &state);
        if (text == null)
            return linkerName;
        try
        {
            return Marshal.PtrToStringUTF8((nint)text)!;
        }
        finally
        {
            NativeMemory.Free(text);
        }
    }

    private static delegate* unmanaged<byte*, byte*, nuint*, int*, byte*> Find() =>
        NativeLibrary.TryLoad("libstdc++.so.6", out nint library) && NativeLibrary.TryGetExport(library, "__cxa_demangle", out nint function)
            ? (delegate* unmanaged<byte*, byte*, nuint*, int*, byte*>)function
            : null;
}
