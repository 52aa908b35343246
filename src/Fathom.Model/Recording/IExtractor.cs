namespace Fathom.Model.Recording;

/// <summary>A source that turns what it reads into rows: a live process, a dump, a trace.</summary>
public interface IExtractor
{
    /// <summary>Writes everything the source knows into <paramref name="sink"/>.</summary>
    /// <exception cref="FathomException">The source cannot be read at all. What can be read in part is reported as loss instead.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop);
}
