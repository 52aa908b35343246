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

    /// <summary>Whether the user named it in place of one that is not here.</summary>
    public bool IsGiven { get; private set; }

    /// <summary>
    /// Opens the file behind a mapping. Null where it is absent or another one now: a library is the same when its build id is, any other file
    /// when it has not been written to since the core was.
    /// </summary>
    /// <param name="path">Path of the file.</param>
    /// <param name="core">The core's own memory.</param>
    /// <param name="imageBase">Where the start of the file is mapped, or 0 where it is not.</param>
    /// <param name="coreWritten">When the core was written, UTC.</param>
    public static MappedFileContent? TryOpen(string path, ITargetMemory core, ulong imageBase, DateTime coreWritten) =>
        TryOpen(path, core, imageBase, file => File.GetLastWriteTimeUtc(file) <= coreWritten);

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

    /// <summary>
    /// Opens a file that the user named in place of one that is not here. Null where it is absent, or another one by its build id, or by its size where the
    /// core knows none.
    /// </summary>
    /// <param name="path">Path of the file.</param>
    /// <param name="core">The core's own memory.</param>
    /// <param name="imageBase">Where the start of the file is mapped, or 0 where it is not.</param>
    /// <param name="mapped">How much of the file was mapped, in bytes from its start to the end of a page.</param>
    /// <param name="isWhole">Whether all of it was mapped.</param>
    public static MappedFileContent? TryOpenGiven(string path, ITargetMemory core, ulong imageBase, ulong mapped, bool isWhole)
    {
        MappedFileContent? content = TryOpen(path, core, imageBase, file => Fits(RandomAccess.GetLength(file)));
        content?.IsGiven = true;
        return content;

        bool Fits(long bytes)
        {
            ulong pages = ((ulong)bytes + MappedFile.PageBytes - 1) / MappedFile.PageBytes * MappedFile.PageBytes;
            return pages >= mapped && (!isWhole || pages == mapped);
        }
    }

    /// <summary>Reads from an offset on; 0 behind the end.</summary>
    public int Read(ulong offset, Span<byte> buffer) => RandomAccess.Read(_file, buffer, (long)offset);

    public void Dispose() => _file.Dispose();

    // The build id decides where there is one.
    private static MappedFileContent? TryOpen(string path, ITargetMemory core, ulong imageBase, Func<SafeFileHandle, bool> isSameWithout)
    {
        SafeFileHandle? file = null;
        bool isSame = false;
        try
        {
            file = RegularFile.TryOpen(path, out _);
            if (file is null)
                return null;
            string? buildId = imageBase == 0 ? null : ElfImages.TryRead(core, imageBase)?.BuildId;
            isSame = buildId is null ? isSameWithout(file) : ElfImages.TryRead(path)?.BuildId == buildId;
            return isSame ? new MappedFileContent(file, buildId is not null) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
        finally
        {
            if (!isSame)
                file?.Dispose();
        }
    }
}
