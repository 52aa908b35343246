using Fathom.Files;
using Fathom.Formats.NetTrace.Cutting;
using Fathom.Formats.PerfData.Cutting;

namespace Fathom.Recorder.Segments;

/// <summary>Makes usual raw files of a span of time of the segments of a ring.</summary>
public static class SegmentCut
{
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
        PerfCut? cut;
        using (FileStream file = OwnFile.MakeStream(path, BufferBytes))
            cut = PerfCut.Write(SegmentFiles.Of(folder, name), span, file);
        if (cut is null)
            OwnTree.DeleteFile(path);
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
        using (FileStream file = OwnFile.MakeStream(path, BufferBytes))
        {
            if (RuntimeCut.Write(SegmentFiles.Of(folder, name), names, span, isWhole: true, file))
                bytes = file.Length;
        }

        if (bytes is null)
            OwnTree.DeleteFile(path);
        return bytes;
    }
}
