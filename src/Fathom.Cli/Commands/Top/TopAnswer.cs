using System.Globalization;
using Fathom.Capture.Top;
using Fathom.Model.Results;

namespace Fathom.Cli.Commands.Top;

/// <summary>The answer of a look, with its line about the machine.</summary>
internal static class TopAnswer
{
    public static CommandResult Of(string title, IReadOnlyList<string> subjects, IReadOnlyList<TopRow> rows, double? busyPercent)
    {
        string processors = Environment.ProcessorCount == 1 ? "1 processor" : $"{Environment.ProcessorCount} processors";
        string busy = busyPercent is { } known ? string.Create(CultureInfo.InvariantCulture, $" {known:0} % busy") : "";
        string processes = rows.Count == 1 ? "1 .NET process" : string.Create(CultureInfo.InvariantCulture, $"{rows.Count:#,##0} .NET processes");
        return new CommandResult(title, subjects, TopTable.Of(rows)) { Header = [$"{processes} on '{Environment.MachineName}', {processors}{busy}"] };
    }
}
