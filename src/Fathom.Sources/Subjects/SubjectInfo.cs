using System.Globalization;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Subjects;

/// <summary>What is known of a process or file without looking into it, as facts: <c>fathom info</c>. Recordings have more to say; see their own.</summary>
public static class SubjectInfo
{
    private const double NsPerSecond = 1e9;

    /// <summary>The columns: a name of the fact and its value as text, numbers in base units.</summary>
    public static ResultShape Shape { get; } = new([new("fact", CellKind.Text), new("value", CellKind.Text, ColumnUnit.Sentence)]);

    /// <summary>The facts of a process, in a fixed order; what is not known is left out.</summary>
    public static ResultTable Facts(ProcessFacts process) => Table(
        ("kind", "process"),
        ("pid", Number(process.Pid)),
        ("name", process.Name),
        ("application", process.Application),
        ("runtime", process.RuntimeVersion),
        ("rss_bytes", Number(process.RssBytes)),
        ("user", process.User),
        ("container", process.Container?.ShortName),
        ("start_utc", ProcessTable.StartUtc(process)),
        ("age_s", (process.AgeNs / NsPerSecond).ToString("0.###", CultureInfo.InvariantCulture)),
        ("parent_pid", Number(process.ParentPid)),
        ("executable", process.Executable),
        ("runtime_library", process.RuntimeLibrary),
        ("command_line", process.CommandLine));

    /// <summary>The facts of a file, in a fixed order; what its head does not say is left out.</summary>
    /// <exception cref="FathomException">It is a core dump of this architecture that is damaged or cut off, or a damaged zip, so that no verb can read it.</exception>
    public static ResultTable Facts(FileDescription file)
    {
        file.Format.Check?.Invoke(file);
        return Of(file);
    }

    private static ResultTable Of(FileDescription file) => Table(
        ("kind", file.Format.Name),
        ("path", file.Path),
        ("size_bytes", file.Format == FileFormats.Folder ? null : Number(file.SizeBytes)),
        ("architecture", file.Elf?.Architecture ?? file.Minidump?.Architecture),
        ("operating_system", file.Minidump?.OperatingSystem),
        ("runtime", file.Minidump?.Runtime),
        ("runtime_version", file.Minidump?.RuntimeVersion),
        ("detail", file.Detail));

    private static ResultTable Table(params ReadOnlySpan<(string Fact, string? Value)> facts)
    {
        List<Cell[]> rows = [];
        foreach ((string fact, string? value) in facts)
        {
            if (value is not null)
                rows.Add([Cell.Of(fact), Cell.Of(value)]);
        }

        return new ResultTable(Shape.Columns, rows);
    }

    private static string? Number(long? value) => value?.ToString(CultureInfo.InvariantCulture);
}
