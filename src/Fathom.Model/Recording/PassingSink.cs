using Fathom.Model.Tables;

namespace Fathom.Model.Recording;

/// <summary>A sink that stands before another one: what it does not look at passes.</summary>
/// <param name="inner">Gets what passes.</param>
public abstract class PassingSink(IRecordingSink inner) : IRecordingSink
{
    /// <inheritdoc/>
    public Interner Ids => inner.Ids;

    /// <summary>Gets what passes.</summary>
    protected IRecordingSink Inner => inner;

    /// <inheritdoc/>
    public abstract IRecordingSink Fork();

    /// <inheritdoc/>
    public abstract void Write<T>(ReadOnlySpan<T> rows)
        where T : unmanaged, IRow<T>;

    /// <inheritdoc/>
    public virtual RawText Raw<T>(ReadOnlySpan<char> text)
        where T : unmanaged, IRow<T> => inner.Raw<T>(text);

    /// <inheritdoc/>
    public virtual bool Keeps<T>()
        where T : unmanaged, IRow<T> => inner.Keeps<T>();

    /// <inheritdoc/>
    public void Flush() => inner.Flush();

    /// <inheritdoc/>
    public void Lost(in LossRow loss) => inner.Lost(in loss);
}
