using Fathom.Model.Tables;

namespace Fathom.Model.Processes;

/// <summary>
/// A process that a recording knows: who the other tables speak about. One that lives when the recording is made has a start and an age; one that is
/// known from a dump may have neither.
/// </summary>
/// <param name="ProcessId">Dense number inside the recording, from 1; other tables refer to it.</param>
/// <param name="Pid">The kernel's number in the PID namespace that Fathom ran in.</param>
/// <param name="Name">The name after rename rules.</param>
/// <param name="Application">The program's file name: the application dll, or the executable of an app host or a single file.</param>
/// <param name="CommandLine">Arguments joined by single blanks.</param>
/// <param name="RuntimeVersion">Version of the .NET runtime in the process, such as 10.0.12.</param>
/// <param name="User">Name of the user, or the number where the machine has no name for it.</param>
/// <param name="Container">Name or id of the container or pod.</param>
/// <param name="StartUnixNs">Start of the process, nanoseconds since 1970-01-01 UTC; null is unknown.</param>
/// <param name="AgeNs">Time from the start of the process to the moment it was looked at; null is unknown.</param>
/// <param name="RssBytes">Resident memory (VmRSS) at that moment; null is unknown.</param>
public readonly record struct ProcessRow(
    uint ProcessId,
    int Pid,
    TextId Name,
    TextId Application,
    TextId CommandLine,
    TextId RuntimeVersion,
    TextId User,
    TextId Container,
    long? StartUnixNs,
    long? AgeNs,
    long? RssBytes) : IRow<ProcessRow>
{
    private const int StartColumn = 8;
    private const int AgeColumn = 9;
    private const int RssColumn = 10;

    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "process",
        "who",
        "A process that the recording speaks about.",
        [
            new("process_id", ColumnType.UInt32, "Dense number inside the recording, from 1."),
            new("pid", ColumnType.Int32, "Process number in the PID namespace that Fathom ran in."),
            new("name", ColumnType.Text, "Name after rename rules."),
            new("application", ColumnType.Text, "File name of the application dll, or of the executable of an app host or single file.", Nullable: true),
            new("command_line", ColumnType.Text, "Arguments joined by single blanks.", Nullable: true),
            new("runtime_version", ColumnType.Text, "Version of the .NET runtime in the process.", Nullable: true),
            new("user", ColumnType.Text, "Name of the user, or the number where there is no name.", Nullable: true),
            new("container", ColumnType.Text, "Name or id of the container or pod.", Nullable: true),
            new("start_unix_ns", ColumnType.Int64, "Start of the process, nanoseconds since 1970-01-01 UTC.", Nullable: true),
            new("age_ns", ColumnType.Int64, "Nanoseconds from the start of the process to the moment it was looked at.", Nullable: true),
            new("rss_bytes", ColumnType.Int64, "Resident memory in bytes at that moment.", Nullable: true),
        ],
        ["process_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<ProcessRow> rows, in ColumnWriter to)
    {
        Span<uint> processId = to.Column<uint>(0);
        Span<int> pid = to.Column<int>(1);
        Span<TextId> name = to.Column<TextId>(2);
        Span<TextId> application = to.Column<TextId>(3);
        Span<TextId> commandLine = to.Column<TextId>(4);
        Span<TextId> runtimeVersion = to.Column<TextId>(5);
        Span<TextId> user = to.Column<TextId>(6);
        Span<TextId> container = to.Column<TextId>(7);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly ProcessRow row = ref rows[i];
            processId[i] = row.ProcessId;
            pid[i] = row.Pid;
            name[i] = row.Name;
            application[i] = row.Application;
            commandLine[i] = row.CommandLine;
            runtimeVersion[i] = row.RuntimeVersion;
            user[i] = row.User;
            container[i] = row.Container;
            Put(to, StartColumn, i, row.StartUnixNs);
            Put(to, AgeColumn, i, row.AgeNs);
            Put(to, RssColumn, i, row.RssBytes);
        }
    }

    private static void Put(in ColumnWriter to, int ordinal, int row, long? value)
    {
        to.Column<long>(ordinal)[row] = value.GetValueOrDefault();
        if (value is null)
            to.SetNull(ordinal, row);
    }
}
