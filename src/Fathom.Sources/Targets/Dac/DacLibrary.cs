namespace Fathom.Sources.Targets.Dac;

/// <summary>
/// A DAC that was found and fits, held open: what is loaded by <see cref="LoadPath"/> is the file that was looked at, whatever stands at its name by then.
/// </summary>
/// <remarks>
/// A library that is loaded by such a path finds none beside it, also where its search path names its own folder (<c>$ORIGIN</c>). The DAC needs none: it
/// links the libraries of the system only.
/// </remarks>
/// <param name="path">Path of the file.</param>
/// <param name="note">What a reader must know to trust the numbers, or null where the DAC is beyond doubt.</param>
/// <param name="opened">The open file.</param>
internal sealed class DacLibrary(string path, string? note, OpenedDac opened) : IDisposable
{
    private OpenedDac? _loaded;

    /// <summary>The file, for messages.</summary>
    public string Path { get; } = path;

    /// <summary>What a reader must know to trust the numbers, or null where the DAC is beyond doubt.</summary>
    public string? Note { get; } = note;

    /// <summary>What is loaded. Who has asked for it may load it, so the path leads to this file to the end of the process.</summary>
    public string LoadPath => (_loaded ??= LoadedDacs.Hold(opened)).Path;

    public void Dispose()
    {
        if (_loaded != opened)
            opened.Dispose();
    }
}
