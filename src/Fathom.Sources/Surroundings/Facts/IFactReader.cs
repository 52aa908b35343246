namespace Fathom.Sources.Surroundings.Facts;

/// <summary>Reads facts that belong together.</summary>
internal interface IFactReader
{
    /// <summary>Reads them. What cannot be read is a fact with the reason.</summary>
    /// <param name="machine">The machine.</param>
    /// <param name="facts">Gets them.</param>
    void Read(MachineFiles machine, FactList facts);
}
