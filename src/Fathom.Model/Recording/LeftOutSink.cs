using Fathom.Model.Tables;

namespace Fathom.Model.Recording;

/// <summary>Hands on the rows of all tables but some.</summary>
/// <param name="inner">Gets them.</param>
/// <param name="leftOut">Names of the tables whose rows are dropped.</param>
public sealed class LeftOutSink(IRecordingSink inner, IReadOnlyCollection<string> leftOut) : PassingSink(inner)
{
    /// <inheritdoc/>
    public override IRecordingSink Fork() => new LeftOutSink(Inner.Fork(), leftOut);

    /// <inheritdoc/>
    public override void Write<T>(ReadOnlySpan<T> rows)
    {
        if (Keeps<T>())
            Inner.Write(rows);
    }

    /// <inheritdoc/>
    public override RawText Raw<T>(ReadOnlySpan<char> text) => Keeps<T>() ? Inner.Raw<T>(text) : RawText.None;

    /// <inheritdoc/>
    public override bool Keeps<T>() => !leftOut.Contains(T.Schema.Name);
}
