namespace Fathom.Sources.Threads.Stops;

/// <summary>
/// Lets a look end with what it has when a target must run on: what is under way then is left unfinished, and its name is kept.
/// </summary>
/// <param name="due">Ends the whole look, without an answer.</param>
/// <param name="limit">Ends the part that is under way and those that come behind it.</param>
internal sealed class LookLimit(CancellationToken due, CancellationToken limit)
{
    private readonly List<string> _unfinished = [];

    /// <summary>A look that is ended as a whole or not at all.</summary>
    public LookLimit(CancellationToken due)
        : this(due, due)
    {
    }

    /// <summary>Goes on when the target runs again: what comes now has no limit.</summary>
    /// <param name="due">Ends the whole look.</param>
    public LookLimit Afterwards(CancellationToken due)
    {
        LookLimit after = new(due);
        after._unfinished.AddRange(_unfinished);
        return after;
    }

    /// <summary>Ends the whole look.</summary>
    public CancellationToken Due => due;

    /// <summary>Names of the parts that were not finished, as in <see cref="Fathom.Model.Findings.LookParts"/>.</summary>
    public IReadOnlyList<string> Unfinished => _unfinished;

    /// <summary>Whether a part was left unfinished.</summary>
    public bool IsUnfinished(string part) => _unfinished.Contains(part);

    /// <summary>Does a part.</summary>
    /// <param name="part">Its name.</param>
    /// <param name="work">Does it, and watches the token.</param>
    /// <exception cref="OperationCanceledException">The whole look is due to end.</exception>
    public void Do(string part, Action<CancellationToken> work)
    {
        due.ThrowIfCancellationRequested();
        try
        {
            limit.ThrowIfCancellationRequested();
            work(limit);
        }
        catch (OperationCanceledException) when (!due.IsCancellationRequested)
        {
            Miss(part);
        }
    }

    /// <summary>Notes that a part is not whole.</summary>
    public void Miss(string part)
    {
        if (!_unfinished.Contains(part))
            _unfinished.Add(part);
    }
}
