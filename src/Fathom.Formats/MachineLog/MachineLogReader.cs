using System.Text.Json;
using Fathom.Model;

namespace Fathom.Formats.MachineLog;

/// <summary>Reads a log of a machine; <see cref="MachineLogWriter"/> has the format. A line that is none of it is counted and passed over, and so is a last one without its end.</summary>
public sealed class MachineLogReader
{
    /// <summary>The longest line that is believed; a round of 100,000 processes has 3 MB.</summary>
    public const int MaxLineBytes = 16 << 20;

    private readonly IMachineLogSink _sink;
    private bool _hasEnd;
    private long? _lastTsNs;
    private long _badLines;

    private MachineLogReader(IMachineLogSink sink) => _sink = sink;

    /// <summary>Reads all lines.</summary>
    /// <param name="stream">The log.</param>
    /// <param name="name">Its name, for messages.</param>
    /// <param name="sink">Told what stands in it.</param>
    /// <param name="stop">Ends it.</param>
    /// <exception cref="FathomException">It is no such log, or one of a later version.</exception>
    public static MachineLogEnd Read(Stream stream, string name, IMachineLogSink sink, CancellationToken stop)
    {
        MachineLogReader reader = new(sink);
        LineReader lines = new(stream, MaxLineBytes);
        if (!lines.Next(out ReadOnlyMemory<byte> first) || VersionOf(first) is not { } version)
            throw FathomException.Target($"'{name}' is not a log of a machine: its first line does not say so.", "check whether the file is complete");
        if (version != MachineLogWriter.Version)
            throw FathomException.Target($"'{name}' is a log of version {version}, and this Fathom reads version {MachineLogWriter.Version}.", "read it with the Fathom that recorded it");
        while (lines.Next(out ReadOnlyMemory<byte> line))
        {
            stop.ThrowIfCancellationRequested();
            if (!reader.TryTake(line))
                reader._badLines++;
        }

        return new MachineLogEnd(reader._hasEnd, reader._lastTsNs, reader._badLines + lines.TooLong, lines.CutBytes);
    }

    private static long? VersionOf(ReadOnlyMemory<byte> line)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(line);
            return document.RootElement.ValueKind == JsonValueKind.Object && new MachineLogLine(document.RootElement).Number("machine_log") is { } version ? version : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private bool TryTake(ReadOnlyMemory<byte> line)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(line);
            return document.RootElement.ValueKind == JsonValueKind.Object && TryTake(new MachineLogLine(document.RootElement));
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            // A text with half of a character in it is refused when it is asked for.
            return false;
        }
    }

    private bool TryTake(MachineLogLine line)
    {
        if (line.Id("gone") is { } gone)
        {
            _sink.Gone(gone);
            return true;
        }

        if (line.Number("ts") is not { } ts || ts < 0)
            return false;
        bool isKnown = line.Has("round") ? TryRound(line, ts) : line.Has("values") ? TryValues(line, ts) : TryOne(line, ts);
        if (isKnown)
            _lastTsNs = ts;
        return isKnown;
    }

    private bool TryOne(MachineLogLine line, long ts)
    {
        if (line.Text("fact") is { } fact)
        {
            if (line.Text("moment") is not { } moment || line.Text("topic") is not { } topic || line.Text("kind") is not { } kind)
                return false;
            _sink.On(new LoggedFact(ts, moment, topic, line.Text("item"), fact, kind, line.Text("value"), line.Text("not_read")));
        }
        else if (line.Id("process") is { } process)
        {
            if (line.Id("pid") is not { } pid || line.Text("name") is not { } name)
                return false;
            _sink.On(new LoggedProcess(process, ts, pid, name, line.Text("command"), line.Number("start_unix_ns")));
        }
        else if (line.Id("memory") is { } owner)
            _sink.On(new LoggedMemory(owner, ts, line.Size("pss"), line.Size("swap")));
        else if (line.Id("series") is { } series)
        {
            if (line.Text("topic") is not { } about || line.Text("name") is not { } figure || line.Text("kind") is not { } how)
                return false;
            _sink.On(new LoggedSeries(series, ts, about, line.Text("item"), figure, how, line.Size("wraps"), line.Size("value")));
        }
        else if (line.Text("loss") is { } scope)
            _sink.On(new LoggedLoss(ts, scope, line.Size("count") ?? 0, line.Text("reason") ?? "unknown"));
        else
            return _hasEnd = line.Has("end");
        return true;
    }

    // The whole line is looked at first: half a round is none.
    private bool TryRound(MachineLogLine line, long ts)
    {
        if (line.Pairs("round") is not { } pairs)
            return false;
        foreach ((int process, long rssBytes) in pairs)
            _sink.Resident(process, rssBytes);
        _sink.RoundEnded(ts);
        return true;
    }

    private bool TryValues(MachineLogLine line, long ts)
    {
        if (line.Values("values") is not { } values)
            return false;
        foreach ((int series, long? value) in values)
            _sink.Value(series, value);
        _sink.ValuesEnded(ts);
        return true;
    }
}
