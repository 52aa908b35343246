using System.Globalization;
using System.Text;
using Fathom.Formats.MachineLog;

namespace Fathom.Tests.Formats.MachineLog;

/// <summary>What stands in a log, a line each.</summary>
internal sealed class CollectedLog : IMachineLogSink
{
    private readonly StringBuilder _text = new();

    public static (string Text, MachineLogEnd End) Of(byte[] bytes)
    {
        CollectedLog log = new();
        using MemoryStream stream = new(bytes);
        MachineLogEnd end = MachineLogReader.Read(stream, "machine.log", log, CancellationToken.None);
        return (log._text.ToString(), end);
    }

    public void On(in LoggedFact fact) => Add($"{fact}");

    public void On(in LoggedProcess process) => Add($"{process}");

    public void On(in LoggedMemory memory) => Add($"{memory}");

    public void Resident(int process, long rssBytes) => Add($"{process}: {rssBytes}");

    public void RoundEnded(long tsNs) => Add($"round at {tsNs}");

    public void Gone(int process) => Add($"{process} is gone");

    public void On(in LoggedSeries series) => Add($"{series}");

    public void Value(int series, long? value) => Add($"{series} = {value?.ToString(CultureInfo.InvariantCulture) ?? "not read"}");

    public void ValuesEnded(long tsNs) => Add($"values at {tsNs}");

    public void On(in LoggedLoss loss) => Add($"{loss}");

    private void Add(FormattableString line) => _text.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
}
