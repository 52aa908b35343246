namespace Fathom.Sources.Surroundings.Figures;

/// <summary>Reads figures of one file of the kernel, or of several that belong together.</summary>
internal interface IFigureReader : IDisposable
{
    /// <summary>Sets what the kernel tells now.</summary>
    void Read(FigureBook book);
}
