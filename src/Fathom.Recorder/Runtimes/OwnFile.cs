using Microsoft.Win32.SafeHandles;

namespace Fathom.Recorder.Runtimes;

/// <summary>Files that only their owner may read: stacks, arguments and texts of programs are in them.</summary>
internal static class OwnFile
{
    /// <summary>Makes a new file.</summary>
    /// <exception cref="IOException">It exists, or cannot be made.</exception>
    public static SafeFileHandle Create(string path)
    {
        FileStreamOptions options = new() { Mode = FileMode.CreateNew, Access = FileAccess.Write, Share = FileShare.Read };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        new FileStream(path, options).Dispose();
        return File.OpenHandle(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
    }
}
