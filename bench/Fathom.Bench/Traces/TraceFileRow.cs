using System.Globalization;

namespace Fathom.Bench.Traces;

/// <summary>What became of one public trace.</summary>
/// <param name="File">Its name.</param>
/// <param name="RawBytes">Its size.</param>
/// <param name="Events">Events, or samples of perf.</param>
/// <param name="Differences">From another reader and from what others wrote down.</param>
/// <param name="Losses">Rows of losses in its recording.</param>
/// <param name="DecodedSeconds">Decoding.</param>
/// <param name="PeerSeconds">Decoding by the peer; null where it cannot read the file.</param>
/// <param name="CommittedSeconds">To committed tables.</param>
/// <param name="RecordingBytes">Size of the recording.</param>
internal sealed record TraceFileRow(
    string File, long RawBytes, long Events, string Differences, long Losses, double DecodedSeconds, double? PeerSeconds, double CommittedSeconds, long RecordingBytes)
{
    /// <summary>Head of the table.</summary>
    public const string Head = """
        | file | KB | events | differences | losses | decoded MB/s | times as fast as the peer | to committed tables MB/s | raw to recording |
        |---|---:|---:|---|---:|---:|---:|---:|---:|
        """;

    /// <summary>The row as Markdown.</summary>
    public string Line => string.Create(
        CultureInfo.InvariantCulture,
        $"| {File} | {RawBytes / 1e3:0.0} | {Events:#,##0} | {Differences} | {Losses} | {Speed(DecodedSeconds):0.0} | {Ratio} | {Speed(CommittedSeconds):0.0} | {Times:0.0} |");

    private string Ratio => PeerSeconds is { } peer ? (peer / DecodedSeconds).ToString("0.0", CultureInfo.InvariantCulture) : "peer cannot";

    private double Times => (double)RawBytes / RecordingBytes;

    private double Speed(double seconds) => RawBytes / 1e6 / seconds;
}
