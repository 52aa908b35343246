using Fathom.Files;
using Fathom.Sources.Targets.Reading;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Targets.Images;

/// <summary>A file on this machine that a process had mapped, trusted to be what the process saw.</summary>
internal sealed class MappedFileContent : IDisposable
{
    private readonly SafeFileHandle _file;

    private MappedFileContent(SafeFileHandle file, bool hasSameBuildId)
    {
        _file = file;
        HasSameBuildId = hasSameBuildId;
    }

    /// <summary>Whether the build id proves the file to be the same; else only its age speaks for it.</summary>
    public bool HasSameBuildId { get; }

    /// <summary>
    /// Opens the file behind a mapping. Null where it is absent or another one now: a library is the same when its build id is, any other file
    /// when it has not been written to since the core was.
    /// </summary>
    /// <param name="path">Path of the file.</param>
    /// <param name="core">The core's own memory.</param>
    /// <param name="imageBase">Where the start of the file is mapped, or 0 where it is not.</param>
    /// <param name="coreWritten">When the core was written, UTC.</param>
    public static MappedFileContent? TryOpen(string path, ITargetMemory core, ulong imageBase, DateTime coreWritten)
    {
        try
        {
            string? buildId = imageBase == 0 ? null : ElfImages.TryRead(core, imageBase)?.BuildId;
            bool isSame = buildId is null ? File.GetLastWriteTimeUtc(path) <= coreWritten : ElfImages.TryRead(path)?.BuildId == buildId;
            return isSame && RegularFile.TryOpen(path, out _) is { } file ? new MappedFileContent(file, buildId is not null) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Opens a file that is known to be what the process saw. Null where it is not there.</summary>
    /// <param name="path">Path of the file.</param>
    public static MappedFileContent? TryOpenProven(string path)
    {
        try
        {
            return RegularFile.TryOpen(path, out _) is { } file ? new MappedFileContent(file, hasSameBuildId: true) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Reads from an offset on; 0 behind the end.</summary>
    public int Read(ulong offset, Span<byte> buffer) => RandomAccess.Read(_file, buffer, (long)offset);

    public void Dispose() => _file.Dispose();
}
