using System.Globalization;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>
/// How many bytes of call frame information are read of all images or files of a process or trace together. Each one has a limit of its own, but a program can map very many; what is left out is
/// counted, because frames in it cannot be passed.
/// </summary>
/// <param name="mostBytes">The limit of all.</param>
internal sealed class CallFrameBudget(long mostBytes)
{
    private string _first = "";

    /// <summary>The limit of all.</summary>
    public long MostBytes { get; } = mostBytes;

    /// <summary>Bytes that were taken.</summary>
    public long UsedBytes { get; private set; }

    /// <summary>Images or files that were left out.</summary>
    public long LeftOutCount { get; private set; }

    /// <summary>What was left out, as a sentence; null where nothing was.</summary>
    public string? Loss => LeftOutCount == 0 ? null : string.Create(
        CultureInfo.InvariantCulture,
        $"The call frame information of {LeftOutCount:#,##0} native {(LeftOutCount == 1 ? "image" : "images")}, such as '{_first}', was not read, because with it all have more than "
        + $"{MostBytes >> 20:#,##0} MiB: frames that called theirs are missing.");

    /// <summary>Takes room.</summary>
    /// <param name="bytes">How much.</param>
    /// <param name="name">Whose it is.</param>
    public bool TryTake(long bytes, string name)
    {
        if (bytes <= MostBytes - UsedBytes)
        {
            UsedBytes += bytes;
            return true;
        }

        _first = LeftOutCount++ == 0 ? name : _first;
        return false;
    }

    /// <summary>Gives back what was taken for what could not be read.</summary>
    public void GiveBack(long bytes) => UsedBytes -= bytes;
}
