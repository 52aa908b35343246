namespace Fathom.Storage.DuckDb;

/// <summary>A function of one text that the engine calls while it computes. It calls from several threads at once, and null is a value like others.</summary>
/// <param name="result">What the function gives: <see cref="DuckDbType.Boolean"/> or <see cref="DuckDbType.VarChar"/>.</param>
public abstract class DuckDbTextFunction(DuckDbType result)
{
    /// <summary>What the function gives.</summary>
    public DuckDbType Result { get; } = result;

    /// <summary>Computes the values of some rows.</summary>
    /// <param name="texts">The texts.</param>
    /// <param name="results">Where the values go, one for each text.</param>
    public abstract void Compute(DuckDbVector texts, DuckDbFunctionResult results);
}
