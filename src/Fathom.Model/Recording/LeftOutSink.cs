using Fathom.Model.Tables;

namespace Fathom.Model.Recording;

/// <summary>Hands on the rows of all tables but some.</summary>
/// <param name="inner">Gets them.</param>
/// <param name="leftOut">Names of the tables whose rows are dropped.</param>
public sealed class LeftOutSink(IRecordingSink inner, IReadOnlyCollection<string> leftOut) : IRecordingSink
{
    /// <inheritdoc/>
    public Interner Ids => inner.Ids;

    /// <inheritdoc/>
    public IRecordingSink Fork() => new LeftOutSink(inner.Fork(), leftOut);

    /// <inheritdoc/>
    public void Write<T>(ReadOnlySpan<T> rows)
        where T : unmanaged, IRow<T>
    {
        if (Keeps<T>())
            inner.Write(rows);
    }

    /// <inheritdoc/>
    public RawText Raw<T>(ReadOnlySpan<char> text)
        where T : unmanaged, IRow<T> => Keeps<T>() ? inner.Raw<T>(text) : RawText.None;

    /// <inheritdoc/>
    public bool Keeps<T>()
        where T : unmanaged, IRow<T> => !leftOut.Contains(T.Schema.Name);

    /// <inheritdoc/>
    public void Flush() => inner.Flush();

    /// <inheritdoc/>
    public void Lost(in LossRow loss) => inner.Lost(in loss);
}
