using Fathom.Files;
using Fathom.Formats.NetTrace.Cutting;
using Fathom.Formats.PerfData.Cutting;

namespace Fathom.Recorder.Segments;

/// <summary>Makes usual raw files of a span of time of the segments of a ring.</summary>
public static class SegmentCut
{
    /// <summary>Stands behind the name of a file that is not whole yet.</summary>
    public const string PartialSuffix = ".partial";

    private const int BufferBytes = 1 << 18;

    /// <summary>The events of the kernel.</summary>
    /// <param name="folder">The folder of the ring.</param>
    /// <param name="name">The source.</param>
    /// <param name="span">The span, on the clock of the recording.</param>
    /// <param name="path">The file, newly made.</param>
    /// <returns>Null, and no file, where nothing was recorded.</returns>
    /// <exception cref="IOException">It cannot be written.</exception>
    public static PerfCut? Kernel(string folder, string name, (long FromNs, long ToNs) span, string path)
    {
        PerfCut? cut = null;
        Make(path, file =>
        {
            cut = PerfCut.Write(SegmentFiles.Of(folder, name), span, file);
            return cut is not null;
        });
        return cut;
    }

    /// <summary>The events of a runtime.</summary>
    /// <param name="folder">The folder of the ring.</param>
    /// <param name="name">The source.</param>
    /// <param name="span">The span, on the clock of the recording.</param>
    /// <param name="names">What tells of its code beside; null for nothing.</param>
    /// <param name="path">The file, newly made.</param>
    /// <returns>Its size; null, and no file, where nothing was recorded.</returns>
    /// <exception cref="IOException">It cannot be written.</exception>
    public static long? Runtime(string folder, string name, (long FromNs, long ToNs) span, IReadOnlyList<Func<Stream>>? names, string path)
    {
        long? bytes = null;
        Make(path, file =>
        {
            if (RuntimeCut.Write(SegmentFiles.Of(folder, name), names, span, isWhole: true, file))
                bytes = file.Length;
            return bytes is not null;
        });
        return bytes;
    }

    // Whoever is killed meanwhile leaves none of that name, and a full disk gets the room back.
    private static void Make(string path, Func<FileStream, bool> write)
    {
        string partial = path + PartialSuffix;
        try
        {
            bool isAny;
            using (FileStream file = OwnFile.Remake(partial, BufferBytes))
                isAny = write(file);
            if (isAny)
                OwnTree.Rename(partial, path);
        }
        finally
        {
            OwnTree.DeleteFile(partial);
        }
    }
}
