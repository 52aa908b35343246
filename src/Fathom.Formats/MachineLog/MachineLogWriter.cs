using System.Buffers;
using System.Text.Json;

namespace Fathom.Formats.MachineLog;

/// <summary>Writes a log of what a machine was like while something was recorded. A line is given to the stream whole, so that a writer that is killed leaves whole lines.</summary>
/// <remarks>
/// <para>The format is Fathom's own: lines of UTF-8, each a JSON object whose first member says what it is. Times are nanoseconds of CLOCK_MONOTONIC, sizes are bytes.</para>
/// <code>
/// {"machine_log":1,"ts":T}                                                                        the first line: version of the format
/// {"fact":NAME,"moment":M,"topic":TOPIC,"item":ITEM,"kind":K,"value":TEXT,"not_read":WHY,"ts":T}  item and one of the last two texts may be absent
/// {"process":N,"pid":PID,"name":NAME,"command":TEXT,"start_unix_ns":TIME,"ts":T}                  command and start may be absent; N counts from 1; a later line of a number replaces it
/// {"round":[[N,RSS],…],"ts":T}                                                                    resident memory of those processes where it changed since the round before
/// {"memory":N,"pss":B,"swap":B,"ts":T}                                                            each size may be absent
/// {"gone":N}                                                                                      the process ended
/// {"series":N,"topic":T,"item":ITEM,"name":F,"kind":K,"wraps":W,"value":V,"ts":T}                 a figure; item, wraps, value may be absent; N counts from 1, apart from processes
/// {"values":[[N,V],…],"ts":T}                                                                     those of all figures that changed since the line before; V is null where it could not be read
/// {"loss":SCOPE,"count":C,"reason":WHY,"ts":T}
/// {"end":true,"ts":T}                                                                             the last line
/// </code>
/// </remarks>
/// <param name="stream">Where it goes; disposed of with this.</param>
public sealed class MachineLogWriter(Stream stream) : IDisposable
{
    /// <summary>Version of the format.</summary>
    public const int Version = 1;

    private static readonly JsonWriterOptions s_options = new() { SkipValidation = true };

    private readonly ArrayBufferWriter<byte> _line = new(4096);
    private readonly Utf8JsonWriter _json = new(Stream.Null, s_options);

    /// <summary>Writes the first line.</summary>
    /// <param name="tsNs">When the log begins.</param>
    public void Begin(long tsNs)
    {
        Open();
        _json.WriteNumber("machine_log"u8, Version);
        Close(tsNs);
    }

    /// <summary>Writes a fact.</summary>
    public void Write(in LoggedFact fact)
    {
        Open();
        _json.WriteString("fact"u8, fact.Name);
        _json.WriteString("moment"u8, fact.Moment);
        _json.WriteString("topic"u8, fact.Topic);
        WriteText("item"u8, fact.Item);
        _json.WriteString("kind"u8, fact.Kind);
        WriteText("value"u8, fact.Value);
        WriteText("not_read"u8, fact.NotRead);
        Close(fact.TsNs);
    }

    /// <summary>Writes a process.</summary>
    public void Write(in LoggedProcess process)
    {
        Open();
        _json.WriteNumber("process"u8, process.Number);
        _json.WriteNumber("pid"u8, process.Pid);
        _json.WriteString("name"u8, process.Name);
        WriteText("command"u8, process.CommandLine);
        WriteNumber("start_unix_ns"u8, process.StartUnixNs);
        Close(process.TsNs);
    }

    /// <summary>Writes more of the memory of one process.</summary>
    public void Write(in LoggedMemory memory)
    {
        Open();
        _json.WriteNumber("memory"u8, memory.Process);
        WriteNumber("pss"u8, memory.PssBytes);
        WriteNumber("swap"u8, memory.SwapBytes);
        Close(memory.TsNs);
    }

    /// <summary>Writes a loss.</summary>
    public void Write(in LoggedLoss loss)
    {
        Open();
        _json.WriteString("loss"u8, loss.Scope);
        _json.WriteNumber("count"u8, loss.Count);
        _json.WriteString("reason"u8, loss.Reason);
        Close(loss.TsNs);
    }

    /// <summary>Begins a round; processes follow, and its end.</summary>
    public void BeginRound()
    {
        Open();
        _json.WriteStartArray("round"u8);
    }

    /// <summary>Adds a process to a round.</summary>
    public void Add(int process, long rssBytes)
    {
        _json.WriteStartArray();
        _json.WriteNumberValue(process);
        _json.WriteNumberValue(rssBytes);
        _json.WriteEndArray();
    }

    /// <summary>Ends a round.</summary>
    public void EndRound(long tsNs)
    {
        _json.WriteEndArray();
        Close(tsNs);
    }

    /// <summary>Writes a figure that is read again and again.</summary>
    public void Write(in LoggedSeries series)
    {
        Open();
        _json.WriteNumber("series"u8, series.Number);
        _json.WriteString("topic"u8, series.Topic);
        WriteText("item"u8, series.Item);
        _json.WriteString("name"u8, series.Name);
        _json.WriteString("kind"u8, series.Kind);
        WriteNumber("wraps"u8, series.WrapsAt);
        WriteNumber("value"u8, series.Value);
        Close(series.TsNs);
    }

    /// <summary>Begins the values of figures; those that changed follow, and the end.</summary>
    public void BeginValues()
    {
        Open();
        _json.WriteStartArray("values"u8);
    }

    /// <summary>Adds the value of a figure, or that it could not be read.</summary>
    public void AddValue(int series, long? value)
    {
        _json.WriteStartArray();
        _json.WriteNumberValue(series);
        if (value is { } number)
            _json.WriteNumberValue(number);
        else
            _json.WriteNullValue();
        _json.WriteEndArray();
    }

    /// <summary>Ends the values of figures.</summary>
    public void EndValues(long tsNs) => EndRound(tsNs);

    /// <summary>Writes that a process ended.</summary>
    public void WriteGone(int process)
    {
        Open();
        _json.WriteNumber("gone"u8, process);
        Close(null);
    }

    /// <summary>Writes the last line.</summary>
    public void End(long tsNs)
    {
        Open();
        _json.WriteBoolean("end"u8, true);
        Close(tsNs);
    }

    /// <summary>Hands on what was written, so that nothing of it is lost with this process.</summary>
    public void Flush() => stream.Flush();

    /// <inheritdoc/>
    public void Dispose()
    {
        _json.Dispose();
        stream.Dispose();
    }

    private void Open()
    {
        _line.ResetWrittenCount();
        _json.Reset(_line);
        _json.WriteStartObject();
    }

    private void Close(long? tsNs)
    {
        WriteNumber("ts"u8, tsNs);
        _json.WriteEndObject();
        _json.Flush();
        _line.Write("\n"u8);
        stream.Write(_line.WrittenSpan);
    }

    private void WriteText(ReadOnlySpan<byte> name, string? value)
    {
        if (value is not null)
            _json.WriteString(name, value);
    }

    private void WriteNumber(ReadOnlySpan<byte> name, long? value)
    {
        if (value is { } number)
            _json.WriteNumber(name, number);
    }
}
