using Fathom.Model.Tables;

namespace Fathom.Model.Recording;

/// <summary>
/// Where sources write rows. One instance belongs to one thread; <see cref="Fork"/> gives another thread its own.
/// </summary>
public interface IRecordingSink
{
    /// <summary>Text to dense id, shared by all forks.</summary>
    Interner Ids { get; }

    /// <summary>A sink for another thread that writes into the same recording.</summary>
    IRecordingSink Fork();

    /// <summary>Appends a batch. The rows are copied before the call returns; the buffer may be reused at once.</summary>
    void Write<T>(ReadOnlySpan<T> rows)
        where T : unmanaged, IRow<T>;

    /// <summary>Keeps a text that one row of a table has for itself, until that row is written. Memory does not grow with the number of such texts.</summary>
    /// <typeparam name="T">The row.</typeparam>
    /// <param name="text">The text.</param>
    /// <returns>What that one row holds of it.</returns>
    RawText Raw<T>(ReadOnlySpan<char> text)
        where T : unmanaged, IRow<T>;

    /// <summary>Whether rows of a table are kept. Those of others may be written and are dropped; a source can save itself the work.</summary>
    bool Keeps<T>()
        where T : unmanaged, IRow<T> => true;

    /// <summary>Tells that this is a good moment to put down what was written so far, in the background: something else comes next that takes a while.</summary>
    void Flush()
    {
    }

    /// <summary>Records that something could not be read, so that every view of the recording can say it.</summary>
    void Lost(in LossRow loss);
}
