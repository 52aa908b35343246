using System.Runtime.InteropServices;

namespace Fathom.Formats.PerfData.Compression;

/// <summary>The functions of the system's libzstd that a stream needs. The library is looked for at the first compressed record.</summary>
internal sealed unsafe class ZstdLibrary
{
    private static readonly string[] s_names = ["libzstd.so.1", "libzstd.so", "libzstd"];

    private ZstdLibrary(nint library)
    {
        Create = (delegate* unmanaged<nint>)NativeLibrary.GetExport(library, "ZSTD_createDStream");
        Free = (delegate* unmanaged<nint, nuint>)NativeLibrary.GetExport(library, "ZSTD_freeDStream");
        Decompress = (delegate* unmanaged<nint, ZstdBuffer*, ZstdBuffer*, nuint>)NativeLibrary.GetExport(library, "ZSTD_decompressStream");
        IsError = (delegate* unmanaged<nuint, uint>)NativeLibrary.GetExport(library, "ZSTD_isError");
        ErrorName = (delegate* unmanaged<nuint, byte*>)NativeLibrary.GetExport(library, "ZSTD_getErrorName");
    }

    public delegate* unmanaged<nint> Create { get; }

    public delegate* unmanaged<nint, nuint> Free { get; }

    public delegate* unmanaged<nint, ZstdBuffer*, ZstdBuffer*, nuint> Decompress { get; }

    public delegate* unmanaged<nuint, uint> IsError { get; }

    public delegate* unmanaged<nuint, byte*> ErrorName { get; }

    /// <summary>Loads the library.</summary>
    /// <param name="names">Names to try; those of the system where null.</param>
    /// <returns>Null where it is not installed.</returns>
    public static ZstdLibrary? TryLoad(IEnumerable<string>? names = null)
    {
        foreach (string name in names ?? s_names)
        {
            if (NativeLibrary.TryLoad(name, out nint library))
                return new ZstdLibrary(library);
        }

        return null;
    }
}
