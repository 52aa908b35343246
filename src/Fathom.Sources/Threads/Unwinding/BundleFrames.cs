namespace Fathom.Sources.Threads.Unwinding;

/// <summary>How the frames of a single-file program are passed, by places of its file: of the program with the runtime, and of the assemblies behind it.</summary>
/// <param name="program">The program.</param>
/// <param name="assemblies">The assemblies by their places in the file, in order.</param>
internal sealed class BundleFrames(FileFrames program, IReadOnlyList<(ulong Begin, ulong End, AssemblyFrames Frames)> assemblies) : IFrameTable
{
    /// <inheritdoc/>
    public bool LooksAtCode => true;

    /// <inheritdoc/>
    public bool TryFind(ulong place, bool isInnermost, ReadOnlySpan<byte> code, out CallFrameState rules)
    {
        IFrameTable table = TableOf(ref place);
        return table.TryFind(place, isInnermost, code, out rules);
    }

    /// <inheritdoc/>
    public bool TryWorkOut(ulong place, bool isInnermost, ReadOnlySpan<byte> code, out CallFrameState rules)
    {
        IFrameTable table = TableOf(ref place);
        return table.TryWorkOut(place, isInnermost, code, out rules);
    }

    private IFrameTable TableOf(ref ulong place)
    {
        int low = 0, high = assemblies.Count - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (assemblies[middle].Begin <= place)
                low = middle + 1;
            else
                high = middle - 1;
        }

        if (high < 0 || place >= assemblies[high].End)
            return program;
        place -= assemblies[high].Begin;
        return assemblies[high].Frames;
    }
}
