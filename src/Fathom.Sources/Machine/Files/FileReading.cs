using Fathom.Formats;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Machine.Files;

/// <summary>Open files as readers of formats take them.</summary>
public static class FileReading
{
    /// <summary>Reads an open file by place.</summary>
    public static ReadAt ReaderOf(SafeFileHandle file) => (offset, buffer) => offset > long.MaxValue ? 0 : RandomAccess.Read(file, buffer, (long)offset);
}
